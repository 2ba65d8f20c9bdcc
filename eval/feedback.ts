import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lazyEncoder, sketchWith, usualTask } from '../src/adapters/weights.ts'
import { rounded } from '../src/rounded.ts'
import { createGoodFor } from '../src/routing/evidence/wording/good-for.ts'
import { firstAtBits } from '../src/routing/evidence/wording/wording-strength.ts'
import { rankTools } from '../src/routing/tools/rank.ts'
import { seeded, shuffled } from './chance.ts'
import { type CatalogLine, factsOf } from './foreign-catalog.ts'
import { readJsonl } from './lines.ts'
import { plainAsk } from './plain-ask.ts'
import { openRouter } from './router.ts'
import { numberIn, UsageError } from './usage.ts'

type Query = { id: string; query: string; gold: string[]; split?: string }

const mostExamples = 20_000
/** A recommendation and five alternatives, as an answer has them. */
const mostOffered = 6

/**
 * Honest agents follow the first recommendation and report whether it was right; where it was not they go on through what the
 * answer offered, up to `--tried`, and report each. Where all of it failed they find the right tool by themselves and report
 * that, unless `--offered-only`. Other tasks are then asked.
 */
export function evalFeedback(argv: string[]): void {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      steps: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      dev: { type: 'string', default: '2000' },
      tried: { type: 'string', default: String(mostOffered) },
      'offered-only': { type: 'boolean', default: false },
    },
  })
  const [folder] = positionals
  if (!folder) throw new UsageError('usage: eval feedback <folder> [--steps 5000] [--seed 1] [--dev 2000] [--tried 6] [--offered-only]')
  const random = seeded(numberIn('seed', values.seed))
  const queries = readJsonl<Query>(join(folder, 'queries.jsonl'))
  const some = (split: string, most: number) =>
    shuffled(
      queries.filter((query) => query.split === split),
      random,
    ).slice(0, most)
  const training = some('train', numberIn('steps', values.steps))
  const held = some('dev', numberIn('dev', values.dev))
  const town = openTown(readJsonl<CatalogLine>(join(folder, 'catalog.jsonl')), { findsElsewhere: !values['offered-only'] })
  const share = (asked: readonly Query[]) => asked.filter(({ query, gold }) => gold.includes(town.first(query))).length / asked.length
  const before = share(held)
  const tried = Math.min(mostOffered, numberIn('tried', values.tried))
  const firsts = training.filter(({ query, gold }, i) => town.tryOut(`agent-${i}`, { query, gold }, tried))
  const after = share(held)
  const byWording = held.flatMap(({ query, gold }) => town.byWording(query, gold) ?? [])
  const figures = {
    tasks: training.length,
    reports: town.reports(),
    asked: held.length,
    hit_before: rounded(before, 4),
    hit_while_learning: rounded(firsts.length / training.length, 4),
  }
  console.log(
    JSON.stringify({
      folder,
      ...figures,
      hit_after: rounded(after, 4),
      gained_points: rounded(100 * (after - before), 4),
      ...town.trust(),
      put_first_by_wording: byWording.length,
      of_these_right: rounded(byWording.filter((isRight) => isRight).length / Math.max(1, byWording.length), 4),
    }),
  )
}

/** A catalog whose tools agents of good standing try out, each agent one task. */
function openTown(lines: readonly CatalogLine[], { findsElsewhere }: { findsElsewhere: boolean }) {
  const { catalog } = openRouter(lines.map((line) => factsOf(line)))
  const examples = createGoodFor({ most: mostExamples, standingOf: () => ({ weight: 1, network: '' }), usual: usualTask() })
  const sketch = sketchWith(lazyEncoder())
  const ranked = (text: string) =>
    rankTools(
      plainAsk(text, (task) => examples.taught(sketch(task))),
      catalog,
    )
  let reports = 0

  /** Whether the first was right. */
  function tryOut(voice: string, { query, gold }: Pick<Query, 'query' | 'gold'>, most: number): boolean {
    const ranking = ranked(query)
    const offered = ranking.ranked.slice(0, most).map(({ entry }) => entry.slug)
    const found = offered.findIndex((slug) => gold.includes(slug))
    const elsewhere = found < 0 && findsElsewhere ? gold.slice(0, 1) : []
    for (const subject of [...offered.slice(0, found < 0 ? most : found + 1), ...elsewhere]) {
      const value = gold.includes(subject) ? 1 : 0
      examples.add({ subject, voice, task: voice, value, ...sketch(query), first_at: firstAtBits(ranking.firsts, subject) })
      reports++
    }
    return found === 0
  }
  return {
    tryOut,
    first: (text: string) => ranked(text).ranked[0]?.entry.slug ?? '',
    reports: () => reports,
    /** Whether the first is right when only wording put it there. */
    byWording(text: string, gold: readonly string[]): boolean | undefined {
      const { ranked: tools, trustInWording } = ranked(text)
      return trustInWording === null ? undefined : gold.includes(tools[0]?.entry.slug ?? '')
    },
    trust() {
      const { strength, trust } = examples.taught(sketch(''))
      return { strength, trust }
    },
  }
}
