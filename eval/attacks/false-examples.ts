import { lazyEncoder, sketchWith, usualTask } from '../../src/adapters/weights.ts'
import { newcomerWeight } from '../../src/routing/evidence/conduct.ts'
import { createGoodFor, type GoodFor } from '../../src/routing/evidence/wording/good-for.ts'
import type { TaskSketch } from '../../src/routing/evidence/wording/sides.ts'
import { rankTools } from '../../src/routing/tools/rank.ts'
import { plainAsk } from '../plain-ask.ts'
import { openRouter } from '../router.ts'
import { wantedTasks } from './catalog.ts'
import type { Finding } from './finding.ts'

/** Agents that say the same of what was recommended, of what came second, or of what was not offered. */
type Crowd = { name: string; count: number; weight: number; first?: number; second?: number; stranger?: number }

const places = ['first', 'second', 'stranger'] as const
type Place = (typeof places)[number]

/** What is learned from all that the crowds say of one task, given the tool that stands at each place. */
function taughtBy(crowds: readonly Crowd[], task: TaskSketch & { task: string }, toolAt: Record<Place, string>): GoodFor {
  const weights = new Map(crowds.map(({ name, weight }) => [name, weight]))
  const standingOf = (voice: string) => ({ weight: weights.get(voice.slice(0, voice.indexOf(' '))) ?? 0, network: '' })
  const agents = crowds.flatMap((crowd) => Array.from({ length: crowd.count }, (_, i) => ({ crowd, voice: `${crowd.name} ${i}` })))
  const goodFor = createGoodFor({ most: 2 * agents.length, standingOf, usual: usualTask() })
  for (const { crowd, voice } of agents) {
    for (const place of places) {
      const value = crowd[place]
      if (value !== undefined) goodFor.add({ subject: toolAt[place], value, voice, first_at: 0, ...task })
    }
  }
  return goodFor
}

/** Wording is taken as strongly as it ever is. */
export const fullStrength = 1

/**
 * Agents follow a recommendation and lie that it failed, or that what was offered beside it or found elsewhere did better, so that
 * the router takes another tool for tasks worded alike. Wording is taken as strongly as it ever is.
 */
export function falseExamples(mostTasks: number, sybils: number): Finding[] {
  const { catalog } = openRouter()
  const sketch = sketchWith(lazyEncoder())
  const asked = wantedTasks().slice(0, mostTasks)

  function turnedBy(crowds: readonly Crowd[]): number {
    const turned = asked.filter(({ query }) => {
      const slugs = rankTools(plainAsk(query), catalog).ranked.map(({ entry }) => entry.slug)
      const [first, second, stranger] = [slugs[0], slugs[1], slugs.at(-1)]
      if (first === undefined || second === undefined || stranger === undefined) return false
      const goodFor = taughtBy(crowds, { task: query, ...sketch(query) }, { first, second, stranger })
      const taught = (text: string) => ({ ...goodFor.taught(sketch(text)), strength: fullStrength })
      return rankTools(plainAsk(query, taught), catalog).ranked[0]?.entry.slug !== first
    })
    return turned.length
  }

  const honest: Crowd = { name: 'honest', count: 5, weight: 1, first: 1 }
  const finding = (crowds: Crowd[], what: string): Finding => ({
    attack: 'false examples',
    measured: turnedBy(crowds),
    bound: 0,
    what: `of ${asked.length} tasks turned by ${what}`,
  })
  return [
    finding([{ name: 'liar', count: 1, weight: 1, first: 0, second: 1 }], 'one established liar where nobody else reported'),
    finding(
      [honest, { name: 'sybil', count: sybils, weight: newcomerWeight, first: 0, second: 1 }],
      `${sybils} new identities against 5 established agents`,
    ),
    finding([honest, { name: 'liar', count: 2, weight: 1, first: 0, second: 1 }], '2 established liars against 5 established agents'),
    finding(
      [{ name: 'liar', count: 1, weight: 1, first: 0, stranger: 1 }],
      'one who says that a tool not offered did it, where nobody reported',
    ),
    finding([honest, { name: 'liar', count: 2, weight: 1, first: 0, stranger: 1 }], '2 such liars against 5 established agents'),
    finding([honest, { name: 'shadow', count: 500, weight: 0, first: 0, second: 1 }], '500 agents in shadow mode'),
  ]
}
