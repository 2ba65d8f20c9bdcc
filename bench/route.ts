import { openRouter } from '../eval/router.ts'
import { readSeed } from '../src/adapters/seed.ts'
import type { SkillFacts } from '../src/catalog/schema.ts'
import { quantile } from './figures.ts'

const tasks = [
  'Refund the last payment of customer ACME in Stripe',
  'Explain the difference between TCP and UDP',
  'Get the open issues from GitHub, then post a summary to #eng in Slack',
  'What is the weather in Oslo tomorrow?',
  'Write a short poem about a lighthouse',
  'Search the web for the newest climate report and put the key figures into a Google Sheet',
  'Query the orders table in Postgres for refunds above 100 euros',
  'Translate this paragraph into French: the ship arrives at noon and leaves at six',
  'Find flights from Vienna to Lisbon in May and add the cheapest to my Google Calendar',
  'Turn off the lights in the living room',
  'Summarise the attached contract and list every date in it',
  'Which of our AWS instances cost the most last month?',
]

/** Entries of the shipped catalog again and again under other names, as a stand-in for a large one. */
function enlarged(skills: readonly SkillFacts[], size: number): SkillFacts[] {
  return Array.from({ length: size }, (_, i) => {
    const facts = skills[i % skills.length]!
    if (i < skills.length) return facts
    const copy = Math.floor(i / skills.length)
    const aliases = facts.aliases.map((alias) => `${alias} ${copy}`)
    return { ...facts, slug: `${facts.slug}-${copy}`, canonical_name: `${facts.canonical_name} ${copy}`, aliases, examples: [] }
  })
}

/** Whole decisions in this process, one at a time: node bench/route.ts [entries] [decisions] */
export function benchRoute(size: number, decisions: number): void {
  const { skills } = readSeed()
  const router = openRouter(size > skills.length ? enlarged(skills, size) : skills)
  for (let i = 0; i < 200; i++) router.decide(tasks[i % tasks.length]!)
  const times: number[] = []
  const cpu: number[] = []
  for (let i = 0; i < decisions; i++) {
    const task = `${tasks[i % tasks.length]!} (${i})`
    const used = process.cpuUsage()
    const started = performance.now()
    router.decide(task)
    times.push(performance.now() - started)
    const { user, system } = process.cpuUsage(used)
    cpu.push((user + system) / 1000)
  }
  const entries = Math.max(size, skills.length)
  console.log(`${entries} entries, ${decisions} decisions, wall ${spread(times)}; CPU of all threads ${spread(cpu)}`)
}

function spread(times: readonly number[]): string {
  return [0.5, 0.9, 0.99].map((share) => `p${share * 100} ${quantile(times, share).toFixed(2)} ms`).join(', ')
}

if (import.meta.main) {
  const [size = '0', decisions = '3000'] = process.argv.slice(2)
  benchRoute(Number(size), Number(decisions))
}
