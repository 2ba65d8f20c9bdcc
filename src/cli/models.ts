import { readFileSync } from 'node:fs'
import { type ModelsReport, planPrices, readPrices } from '../catalog/model-prices.ts'
import { loadShippedModels, type Model } from '../catalog/models.ts'
import { catalogChanged } from '../catalog/snapshot.ts'
import { modelChanges, saveModelChange } from '../catalog/store.ts'
import { readConfig } from '../config.ts'
import { openStore } from '../serve.ts'
import type { Store } from '../store.ts'
import type { Command } from './command.ts'

/** Brings prices and limits of our models up to date from a public price list. */
export const command: Command = {
  name: 'models',
  summary: 'Update model prices and limits from a models.dev or LiteLLM file',
  usage: 'waymark models import <models.dev api.json | LiteLLM model_prices_and_context_window.json> [--json]',
  examples: ['waymark models import ./api.json', 'waymark models import ./model_prices_and_context_window.json --json'],
  options: { json: { type: 'boolean' } },
  async run({ positionals: [action, file], options }, io) {
    if (action !== 'import' || !file) {
      io.err(`Usage: ${command.usage}`)
      return 2
    }
    const rows = readPrices(readJson(file))
    if (!rows) return io.fail(`${file} is neither the api.json of models.dev nor LiteLLM's price file.`)
    const store = await openStore(readConfig(io.env))
    try {
      const report = await importPrices(store, rows, file)
      io.out(options.json ? JSON.stringify({ source: file, ...report }) : reportLines(report).join('\n'))
      return 0
    } finally {
      await store.close()
    }
  },
}

export async function importPrices(store: Store, rows: NonNullable<ReturnType<typeof readPrices>>, source: string): Promise<ModelsReport> {
  const before = new Map((await modelChanges(store)).map((change) => [change.slug, change.changes]))
  const models = loadShippedModels().catalog.models.map((model): Model => ({ ...model, ...before.get(model.slug) }))
  const report = planPrices(rows, models)
  const changed_at = new Date().toISOString()
  await store.transaction(async (tx) => {
    for (const { slug, changes } of report.changed) {
      await saveModelChange(tx, { slug, changes: { ...before.get(slug), ...changes }, source, changed_at })
    }
  })
  if (report.changed.length > 0) await store.notify(catalogChanged, 'import:')
  return report
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function reportLines({ read, changed, unchanged, skipped }: ModelsReport): string[] {
  const skippedCount = Object.values(skipped).reduce((sum, count) => sum + count, 0)
  return [
    `Read ${read} models: ${changed.length} changed, ${unchanged} unchanged, ${skippedCount} skipped.`,
    ...changed.map(
      ({ slug, changes }) =>
        `  ${slug}: ${Object.entries(changes)
          .map(([field, value]) => `${field} ${value}`)
          .join(', ')}`,
    ),
    ...Object.entries(skipped).map(([reason, count]) => `  ${count} × ${reason}`),
  ]
}
