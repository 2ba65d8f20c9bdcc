import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Tier, tierNames } from '../src/catalog/models.ts'
import { readJsonlIn } from './lines.ts'
import { openRouter } from './router.ts'

/** `tier` is the best one for a prompt, `also_ok` what a fair judge would accept as well. */
type TierTask = { id: string; query: string; tier: Tier; also_ok: Tier[] }

/** The prompts of a file or of all files of a folder; without one, those that come with Waymark. */
export const tierTasks = (path = join(import.meta.dirname, 'tiers')) => readJsonlIn<TierTask>(path)

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`

/** Whether prompts as language models get them are given to the right tier. `--misses` lists what went wrong. */
export function evalTiers(argv: string[]): void {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { misses: { type: 'boolean', default: false } },
  })
  const { ask } = openRouter()
  const asked = tierTasks(positionals[0]).map((task) => ({ task, tier: ask(task.query).tier }))
  const best = asked.filter(({ task, tier }) => task.tier === tier)
  const misses = asked.filter(({ task, tier }) => task.tier !== tier && !task.also_ok.some((other) => other === tier))
  const accepted = percent(asked.length - misses.length, asked.length)
  console.log(`${asked.length} prompts: the best tier for ${percent(best.length, asked.length)}, an acceptable one for ${accepted}\n`)
  console.log('| best tier | prompts | acceptable | taken for |\n|---|---|---|---|')
  for (const wanted of tierNames) {
    const inTier = asked.filter(({ task }) => task.tier === wanted)
    const wrong = misses.filter(({ task }) => task.tier === wanted)
    if (inTier.length === 0) continue
    const others = tierNames
      .map((name) => [name, wrong.filter(({ tier }) => tier === name).length] as const)
      .filter(([, count]) => count > 0)
    const told = others.map(([name, count]) => `${name} ${count}`).join(', ')
    console.log(`| ${wanted} | ${inTier.length} | ${percent(inTier.length - wrong.length, inTier.length)} | ${told} |`)
  }
  if (values.misses) for (const { task, tier } of misses) console.log(`${task.id} wanted ${task.tier}, got ${tier}: ${task.query}`)
}
