import { readSeed } from '../src/adapters/seed.ts'
import { loadWeights } from '../src/adapters/weights.ts'
import { indexEntry } from '../src/catalog/search.ts'
import type { IndexEntry } from '../src/retrieval/entries.ts'
import { createIndex } from '../src/retrieval/search-index.ts'
import { median, quantile } from './figures.ts'

const tasks = [
  'Refund the last payment of customer ACME in Stripe',
  'Get the open issues from GitHub, then post a summary to #eng in Slack',
  'What is the weather in Oslo tomorrow?',
  'Search the web for the newest climate report and put the key figures into a Google Sheet',
  'Query the orders table in Postgres for refunds above 100 euros',
  'Turn off the lights in the living room',
  'Which of our instances cost the most last month?',
  'Convert this recording into text and send it to the legal team',
]

/** The shipped catalog again and again under other names, as a stand-in for a large one. */
function catalogOf(size: number): IndexEntry[] {
  const { skills } = readSeed()
  return Array.from({ length: Math.max(size, skills.length) }, (_, at) => {
    const entry = indexEntry(skills[at % skills.length]!)
    if (at < skills.length) return entry
    const copy = Math.floor(at / skills.length)
    return { ...entry, examples: [], id: `${entry.id}-${copy}`, name: `${entry.name} ${copy}`, tools: entry.tools.slice(0, 2) }
  })
}

/** Wall and processor time of searches, of an upsert and of building the index. */
export function benchRetrieve(size: number): void {
  const catalog = catalogOf(size)
  const weights = loadWeights()
  const began = performance.now()
  const index = createIndex(weights, catalog)
  const built = performance.now() - began
  for (let at = 0; at < 50; at++) index.search(tasks[at % tasks.length]!)
  const used = process.cpuUsage()
  const times = Array.from({ length: 400 }, (_, at) => {
    const started = performance.now()
    index.search(`${tasks[at % tasks.length]!} (${at})`)
    return performance.now() - started
  })
  const { user, system } = process.cpuUsage(used)
  const cpu = (user + system) / 1000 / times.length
  const before = performance.now()
  for (let at = 0; at < 20; at++) index.upsert(catalog[at * 7]!)
  const upsert = (performance.now() - before) / 20
  const [p50, p99] = [median(times), quantile(times, 0.99)]
  console.log(
    `${catalog.length} entries: search p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, mean of processor time ${cpu.toFixed(2)} ms; upsert ${upsert.toFixed(2)} ms; build ${built.toFixed(0)} ms`,
  )
}
