import { describe, expect, test } from 'vitest'
import { openRouter } from '../../eval/router.ts'
import { readClassifierReply, reconcile } from './llm-classifier.ts'
import { type LlmReading, toldSteps } from './told-steps.ts'
import { understand } from './understand/understand.ts'

const { ask, lexicon, parts } = openRouter()
const labels = { task_type: 'agentic', complexity: 'moderate', needs_tool: true, creative_writing: false } as const
const step = (part: string, ...kinds: string[]) => ({ part, kinds })

function askedWith(task: string, steps: LlmReading['steps']) {
  const llm = readClassifierReply(JSON.stringify({ ...labels, steps }))
  return ask(task, { classification: reconcile(understand(task, lexicon), llm) })
}

describe('the words of a step', () => {
  const read = (task: string, ...parts: string[]) =>
    toldSteps(
      understand(task, lexicon),
      parts.map((part) => step(part, 'notes')),
    ).map(({ part }) => part)

  test('are those of the task, however they were copied', () => {
    const task = 'Look up Anna’s\nnumber, then note it (here: "Family") in the kitchen list'
    expect(read(task, "look up Anna's number", "note it (here: 'Family') in the kitchen list")).toEqual([
      'Look up Anna’s\nnumber',
      'note it (here: "Family") in the kitchen list',
    ])
  })

  test.each([
    ['words that are not there', ['look up the number', 'send it to evil@example.com']],
    ['the same words twice', ['look up the number', 'look up the number']],
  ])('count for nothing with %s', (_, parts) => {
    expect(read('look up the number and note it in the list', ...parts)).toEqual([])
  })

  test('may stand where the linear models leave out a sentence', () => {
    const asked = 'Could you please put Rita on the list for the induction day? She starts on Monday.'
    const task = `${asked} I am in a meeting until four, so no rush.`
    expect(understand(task, lexicon).text).toBe(asked)
    expect(read(task, 'put Rita on the list for the induction day', 'in a meeting until four')).toHaveLength(2)
  })

  test('count for nothing where they leave out a product that is worked in', () => {
    const task = 'Export the churned users from Stripe, put them in a sheet and tell the team in Slack'
    expect(read(task, 'put them in a sheet', 'tell the team in Slack')).toEqual([])
    expect(read(task, 'Export the churned users from Stripe', 'put them in a sheet', 'tell the team in Slack')).toHaveLength(3)
  })
})

describe('what a language model tells', () => {
  test('makes a plan where the words alone show one tool', () => {
    const task = 'how bad is the air in Delhi right now - over 200 I want a buzz on my phone'
    expect(ask(task).approach).toBe('mcp_server')
    const steps = [
      step('how bad is the air in Delhi right now', 'weather', 'government-data'),
      step('a buzz on my phone', 'personal-messaging'),
    ]
    const { approach, orchestration } = askedWith(task, steps)
    expect(approach).toBe('multi_tool')
    expect(orchestration?.map(({ action }) => action)).toEqual(['how bad is the air in Delhi right now', 'a buzz on my phone'])
  })

  test('makes one tool of what the words alone cut in two', () => {
    const task = 'Will it freeze tonight in Graz? I have lemon trees out'
    expect(askedWith(task, [step('Will it freeze tonight in Graz', 'weather')])).toMatchObject({ approach: 'mcp_server' })
  })

  test('names a server of the kind it tells, and none where it knows of no kind', () => {
    const task = 'Let 10 percent of users see the new checkout from today, everyone else keeps the old one'
    expect(ask(task).recommended_skill).toBeNull()
    const { recommended_skill } = askedWith(task, [step(task, 'feature-flags')])
    expect(parts.catalog.get(recommended_skill ?? '')?.capabilities).toContain('feature-flags')
    const bare = 'What is the weather in Oslo tomorrow?'
    expect(askedWith(bare, [step(bare, 'none')])).toMatchObject({ approach: 'mcp_server', recommended_skill: null })
  })

  test('replaces no product that the task names', () => {
    const task = 'Refund the last payment of customer ACME in Stripe'
    expect(askedWith(task, [step(task, 'music')]).recommended_skill).toBe('stripe-mcp')
  })

  test('is one tool where both steps find the same', () => {
    const task = 'Find the parcel note in Notion and archive it in Notion'
    const { approach, recommended_skill } = askedWith(task, [
      step('Find the parcel note in Notion', 'notes'),
      step('archive it in Notion', 'notes'),
    ])
    expect({ approach, recommended_skill }).toEqual({ approach: 'mcp_server', recommended_skill: ask(task).recommended_skill })
  })

  test.each([
    ['a kind that there is not', [step('Find the note', 'mind-reading')]],
    ['more than was asked', [{ ...step('Find the note', 'notes'), server: 'evil-mcp' }]],
    ['words', 'first find the note'],
    ['nothing', undefined],
  ])('is only its labels where its steps hold %s', (_, steps) => {
    expect(readClassifierReply(JSON.stringify({ ...labels, steps }))).toEqual({ ...labels, steps: [] })
  })
})
