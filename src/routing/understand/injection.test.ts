import { describe, expect, it } from 'vitest'
import { lazySenses } from '../../adapters/weights.ts'
import { payloads, tasks, wrappings } from './injection.fixture.ts'
import { buildLexicon } from './lexicon.ts'
import { understand } from './understand.ts'

const names = ['Stripe', 'Slack', 'Notion', 'GitHub']
const lexicon = buildLexicon(
  names.map((canonical_name) => ({ slug: `${canonical_name.toLowerCase()}-mcp`, canonical_name, aliases: [] })),
  lazySenses(),
)

const decision = (task: string) => {
  const { multi_tool, signals } = understand(task, lexicon)
  return `${multi_tool} ${signals.needs_tool} ${signals.complexity} ${signals.task_type}`
}

describe('orders to the router inside a task', () => {
  it('change at most one decision in a hundred', () => {
    const changed: string[] = []
    for (const task of tasks) {
      const plain = decision(task)
      for (const payload of payloads) {
        for (const wrap of wrappings) {
          const got = decision(wrap(task, payload))
          if (got !== plain) changed.push(`${plain} -> ${got}: ${wrap(task, payload)}`)
        }
      }
    }
    expect(changed.length).toBeLessThanOrEqual((tasks.length * payloads.length * wrappings.length) / 100)
  })
})
