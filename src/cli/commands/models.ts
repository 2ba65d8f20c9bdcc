import type { Operations } from '../../../sdk/src/types.gen.ts'
import { type ModelsReport, planPrices, readPrices } from '../../catalog/model-prices.ts'
import { loadShippedModels, type Model, providerNames, tierNames } from '../../catalog/models.ts'
import { announceChange } from '../../catalog/reader-part.ts'
import { modelChanges, saveModelChange } from '../../catalog/store.ts'
import { readConfig } from '../../config.ts'
import { present } from '../../input/present.ts'
import { openStore } from '../../serve.ts'
import type { Store } from '../../storage/store.ts'
import { type Arguments, type Command, type Io, refuseMore, show, textOption, UsageError } from '../command.ts'
import { readJsonFile } from '../json-file.ts'
import { openServiceToRead, serviceOptions } from '../service.ts'
import { paintFor, tableOf } from '../text.ts'

type Listed = Operations['list_models']['input']

/** Lists the models of a running service, and brings their prices and limits up to date from a public price list. */
export const command: Command = {
  name: 'models',
  summary: 'List the models, or update their prices from a models.dev or LiteLLM file',
  usage: `waymark models [options]
       waymark models import <models.dev api.json | LiteLLM model_prices_and_context_window.json> [--json]`,
  examples: ['waymark models --tier fast_code', 'waymark models import ./api.json', 'waymark models import ./prices.json --json'],
  words: 2,
  actions: ['list', 'import'],
  options: {
    tier: { type: 'string', value: '<tier>', says: tierNames.join(', ') },
    provider: { type: 'string', value: '<slug>', says: providerNames.join(', ') },
    ...serviceOptions,
  },
  async run(args, io) {
    const [action = 'list', file] = args.positionals
    if (action === 'list') {
      refuseMore(file)
      return list(args, io)
    }
    if (action !== 'import' || !file) throw new UsageError('Use `list` or `import <file>`.')
    const rows = readPrices(readJsonFile(file))
    if (!rows) return io.fail(`${file} is neither the api.json of models.dev nor LiteLLM's price file.`)
    const store = await openStore(readConfig(io.env))
    try {
      const report = await importPrices(store, rows, file)
      return show(args, io, { json: { source: file, ...report }, text: reportLines(report).join('\n') })
    } finally {
      await store.close()
    }
  },
}

async function list(args: Arguments, io: Io): Promise<number> {
  const { waymark } = await openServiceToRead(args, io)
  // Passed on as given: the service knows which words it takes, and says so.
  const filters = { tier: textOption(args, 'tier'), provider: textOption(args, 'provider') } as Listed
  const answer = await waymark.call('list_models', present(filters))
  const price = (usd: number | null) => (usd === null ? '?' : `$${usd}`)
  const rows = answer.models.map(({ slug, provider, input_cost_per_mtok, output_cost_per_mtok, context_tokens, tiers }) => [
    slug,
    provider,
    price(input_cost_per_mtok),
    price(output_cost_per_mtok),
    `${Math.round(context_tokens / 1000)}k`,
    tiers.join(', '),
  ])
  const text = tableOf(['model', 'provider', 'in', 'out', 'context', 'tiers'], rows, paintFor(io.colours))
  return show(args, io, { json: answer, text })
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
  if (report.changed.length > 0) await announceChange(store)
  return report
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
