import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openSource } from '../src/adapters/import-source.ts'
import { readSeed } from '../src/adapters/seed.ts'
import { loadWeights } from '../src/adapters/weights.ts'
import { createIndexOpener } from '../src/catalog/search.ts'
import { openCatalog } from '../src/catalog/snapshot.ts'
import { importInto } from '../src/cli/commands/catalog.ts'
import type { Store } from '../src/storage/store.ts'
import { median, quantile } from './figures.ts'
import { madeUp, writeMadeUp } from './made-up-entries.ts'
import { withTemporaryStore } from './temporary-store.ts'

const sizes = [500, 16_000, 100_000]
const searches = 300
const importSize = 16_050

/** Search by meaning as the catalog grows, and the import of a large list. With FACTS_DIR set, its mcp-servers.jsonl is imported instead of a made-up list. */
export async function benchCatalog(): Promise<void> {
  console.log('Search by meaning, in process (times in ms)')
  console.table(await growth())
  console.log('Import into the embedded store, then searchable')
  const folder = process.env.FACTS_DIR
  console.table([await importOnce(folder && join(folder, 'mcp-servers.jsonl'))])
}

async function growth(): Promise<object[]> {
  const rows: object[] = []
  for (const size of sizes) rows.push(await withTemporaryStore((store) => measureSearch(store, size)))
  return rows
}

async function measureSearch(store: Store, size: number): Promise<object> {
  const { taxonomy, skills } = readSeed()
  const queries = skills.flatMap(({ examples }) => examples.slice(0, 1)).slice(0, searches)
  const catalog = await openCatalog({
    store,
    seed: { skills: madeUp(size), taxonomy },
    openIndex: createIndexOpener(loadWeights),
    ownOnly: false,
  })
  const started = performance.now()
  catalog.index.size()
  const built = performance.now() - started
  for (const query of queries.slice(0, 50)) catalog.search(query, {})
  const spent = process.cpuUsage()
  const plain = timesOf(queries, (query) => catalog.search(query, {}))
  const { user, system } = process.cpuUsage(spent)
  const filtered = timesOf(queries, (query) => catalog.search(query, { vertical: 'engineering-development' }))
  const routed = timesOf(queries, (query) => catalog.index.search(query, { limit: 20 }))
  catalog.close()
  return {
    entries: size,
    'index built (s)': round(built / 1000),
    'search median': round(median(plain)),
    'search p95': round(quantile(plain, 0.95)),
    'CPU per search': round((user + system) / 1000 / queries.length),
    'filtered median': round(median(filtered)),
    'as the router, median': round(median(routed)),
    'memory (MB)': Math.round(process.memoryUsage().rss / 1e6),
  }
}

async function importOnce(file: string | undefined): Promise<object> {
  return withTemporaryStore(async (store, folder) => {
    const path = file ?? writeMadeUp(folder, importSize)
    const started = performance.now()
    const report = await importInto({ store, name: path, source: openSource(path) })
    const imported = performance.now() - started
    const catalog = await openCatalog({ store, seed: readSeed(), openIndex: createIndexOpener(loadWeights), ownOnly: false })
    const opened = performance.now()
    const reads = catalog.index.size()
    while (catalog.index.size() < catalog.all().length) await nextTurn()
    const searchable = performance.now() - opened
    const first = readSeed().skills.flatMap(({ examples }) => examples.slice(0, 1))
    const times = timesOf(first.slice(0, searches), (query) => catalog.search(query, {}))
    catalog.close()
    const { read, added, skipped, quarantined } = report
    return {
      read,
      added,
      skipped,
      quarantined,
      'import (s)': round(imported / 1000),
      'first answer over': reads,
      'all searchable (s)': round(searchable / 1000),
      'search median (ms)': round(median(times)),
    }
  })
}

function timesOf(queries: readonly string[], search: (query: string) => unknown): number[] {
  return queries.map((query) => {
    const started = performance.now()
    search(query)
    return performance.now() - started
  })
}

const round = (value: number) => Math.round(value * 100) / 100
