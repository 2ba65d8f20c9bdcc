import { lazyEncoder } from '../../src/adapters/weights.ts'
import { newcomerWeight } from '../../src/routing/evidence/conduct.ts'
import { createExamples } from '../../src/routing/evidence/examples.ts'
import { rankTools, type ToolAsk } from '../../src/routing/rank.ts'
import { plainAsk } from '../plain-ask.ts'
import { openRouter } from '../router.ts'
import { wantedTasks } from './catalog.ts'
import type { Finding } from './reports.ts'

type Crowd = { name: string; count: number; weight: number; value: number }

/** Agents follow a recommendation and lie that it failed, so that the router takes another tool for tasks worded alike. */
export function falseExamples(mostTasks: number, sybils: number): Finding[] {
  const { catalog } = openRouter()
  const encode = lazyEncoder()
  const asked = wantedTasks().slice(0, mostTasks)

  const first = (text: string, taught?: ToolAsk['evidence']['taught']) => rankTools(plainAsk(text, taught), catalog).ranked[0]?.entry.slug

  function turnedBy(crowds: readonly Crowd[]): number {
    const weights = new Map(crowds.map(({ name, weight }) => [name, weight]))
    const turned = asked.filter(({ query }) => {
      const subject = first(query)
      if (subject === undefined) return false
      const examples = createExamples(crowds.reduce((sum, { count }) => sum + count, 0))
      const vector = encode(query)
      for (const { name, count, value } of crowds) {
        for (let i = 0; i < count; i++) examples.add({ subject, voice: `${name} ${i}`, value, vector })
      }
      const weightOf = (voice: string) => weights.get(voice.slice(0, voice.indexOf(' '))) ?? 0
      return first(query, (text) => examples.near(encode(text), weightOf)) !== subject
    })
    return turned.length
  }

  const honest: Crowd = { name: 'honest', count: 5, weight: 1, value: 1 }
  const finding = (crowds: Crowd[], what: string): Finding => ({
    attack: 'false examples',
    measured: turnedBy(crowds),
    bound: 0,
    what: `of ${asked.length} tasks turned by ${what}`,
  })
  return [
    finding([{ name: 'liar', count: 1, weight: 1, value: 0 }], 'one established liar where nobody else reported'),
    finding(
      [honest, { name: 'sybil', count: sybils, weight: newcomerWeight, value: 0 }],
      `${sybils} new identities against 5 established agents`,
    ),
    finding([honest, { name: 'liar', count: 2, weight: 1, value: 0 }], '2 established liars against 5 established agents'),
  ]
}
