import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ServiceError } from '../src/errors.ts'
import { type ExamplesPart, openExamples } from '../src/routing/evidence/wording/examples-part.ts'
import type { AcceptedOutcome } from '../src/routing/evidence-sink.ts'
import type { Store } from '../src/storage/store.ts'
import { testStore } from './support/harness.ts'

const at = '2026-11-02T09:00:00.000Z'
const slug = 'github-mcp-server'
const usual = new Float32Array(256)
const sketch = () => ({ vector: new Int8Array(256).fill(1), words: Uint16Array.of(1, 2, 3) })
const standingOf = () => ({ weight: 1, network: '' })

let store: Store
let errors: unknown[]
beforeEach(async () => {
  store = await testStore()
  errors = []
})
afterEach(() => store.close())

const open = (changed: Partial<Store>): Promise<ExamplesPart> =>
  openExamples({
    store: { ...store, ...changed },
    sketch,
    usual,
    standingOf,
    nowMs: () => Date.parse(at),
    onError: (error) => errors.push(error),
  })
const remember = (examples: ExamplesPart, id: string) => examples.remember(id, 'Open an issue', [{ slug, first_at: 1 }])
const written = async () =>
  (await store.query<{ decision_id: string }>('SELECT decision_id FROM task_vectors')).map(({ decision_id }) => decision_id).sort()

/** Holds each insert until it is let go. */
function gate() {
  const held: (() => void)[] = []
  const insertMany: Store['insertMany'] = async (...given) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return store.insertMany(...given)
  }
  return { held, insertMany }
}

test('a sketch that comes while others are written is written after them', async () => {
  const { held, insertMany } = gate()
  const examples = await open({ insertMany })
  remember(examples, 'first')
  await expect.poll(() => held.length).toBe(1)
  remember(examples, 'second')
  held[0]?.()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await expect.poll(written).toEqual(['first', 'second'])
  await examples.close()
})

test('the end waits for all of them', async () => {
  const { held, insertMany } = gate()
  const examples = await open({ insertMany })
  remember(examples, 'first')
  await expect.poll(() => held.length).toBe(1)
  remember(examples, 'second')
  const closed = examples.close()
  held[0]?.()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await closed
  expect(await written()).toEqual(['first', 'second'])
})

test('what could not be written is tried again, and the end does not wait for a store that is away', async () => {
  let isAway = true
  let refused = 0
  const insertMany: Store['insertMany'] = async (...given) => {
    if (!isAway) return store.insertMany(...given)
    refused++
    throw new ServiceError('unavailable', 'away')
  }
  const examples = await open({ insertMany })
  remember(examples, 'first')
  await expect.poll(() => refused).toBe(1)
  isAway = false
  await expect.poll(written).toEqual(['first'])
  isAway = true
  remember(examples, 'second')
  expect(errors).toEqual([])
  await examples.close()
  expect([await written(), errors.length]).toEqual([['first'], 1])
})

test('a report finds its sketch also where that is written while the report looks for others', async () => {
  const { held, insertMany } = gate()
  const examples = await open({ insertMany })
  remember(examples, 'waiting')
  await expect.poll(() => held.length).toBe(1)
  const report = (follows: string): AcceptedOutcome => ({ outcome: outcomeOf(follows), standing: null, follows })
  const reports = [report('waiting'), report('elsewhere')]
  await store.transaction((tx) =>
    examples.accept(
      {
        ...tx,
        insertMany: tx.insertMany.bind(tx),
        query: async (text, values) => {
          held[0]?.()
          await sleep(50)
          return tx.query(text, values)
        },
      },
      reports,
    ),
  )
  const rows = await store.query<{ outcome_id: string }>('SELECT outcome_id FROM examples')
  expect(rows).toEqual([{ outcome_id: `waiting:${slug}` }])
  await examples.close()
})

const outcomeOf = (decision_id: string): AcceptedOutcome['outcome'] => ({
  outcome_id: `outcome of ${decision_id}`,
  kind: 'tool',
  subject: slug,
  agent_identity_id: 'agent',
  network: '',
  outcome: 'success',
  success: 1,
  quality: null,
  latency_ms: null,
  cost_usd: null,
  input_tokens: null,
  output_tokens: null,
  decision_id,
  cluster: 'tool_agent:code',
  source: 'report',
  evidence: 1,
  reported_at: at,
})
