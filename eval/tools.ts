import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadWeights } from '../src/adapters/weights.ts'
import type { IndexEntry } from '../src/routing/retrieve/entries.ts'
import { createIndex } from '../src/routing/retrieve/search-index.ts'

type Query = { id: string; query: string; gold?: string[]; split?: string }

// The files are in the form that the evaluation folder's own description gives.
const readJsonl = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)

/** Ranks the queries of a folder over that folder's catalog and writes one line for each. */
export function evalTools(argv: string[]): void {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { out: { type: 'string' }, examples: { type: 'string' }, split: { type: 'string' } },
  })
  const [folder] = positionals
  if (!folder || !values.out) throw new Error('Usage: eval tools <folder> --out <run.jsonl> [--examples train] [--split dev]')
  const queries = readJsonl<Query>(join(folder, 'queries.jsonl'))
  const catalog = readCatalog(folder)
  if (values.examples) {
    const byId = new Map(catalog.map((entry) => [entry.id, entry]))
    for (const { query, gold } of queries.filter((one) => one.split === values.examples)) {
      for (const id of gold ?? []) byId.get(id)?.examples?.push(query)
    }
  }
  const index = createIndex(loadWeights(), catalog)
  const asked = queries.filter((one) => (values.split ? one.split === values.split : one.split !== values.examples || !values.examples))
  const lines = asked.map(({ id, query }) => {
    const { found } = index.search(query, { limit: 20 })
    return JSON.stringify({ id, ranked: found.map((one) => one.id) })
  })
  writeFileSync(values.out, `${lines.join('\n')}\n`)
}

function readCatalog(folder: string): IndexEntry[] {
  return readJsonl<IndexEntry>(join(folder, 'catalog.jsonl')).map((entry) => ({
    id: entry.id,
    name: entry.name,
    description: entry.description ?? '',
    tools: entry.tools ?? [],
    examples: [],
  }))
}
