import { expect, test } from 'vitest'
import { testStore } from '../../../test/harness.ts'
import { readToolRuns } from './store.ts'

const columns = [
  'outcome_id',
  'kind',
  'subject',
  'agent_identity_id',
  'network',
  'outcome',
  'success',
  'cluster',
  'source',
  'evidence',
  'reported_at',
]

test('of an agent that ran thousands of tools, the latest five thousand runs are remembered', async () => {
  const store = await testStore()
  const start = Date.parse('2026-11-02T09:00:00.000Z')
  const runs = Array.from({ length: 5100 }, (_, i) => {
    const subject = i < 200 ? 'used-before' : 'used-now'
    return [`o-${i}`, 'tool', subject, 'busy', '', 'success', 1, 'tool_agent:search', 'report', 1, new Date(start + i).toISOString()]
  })
  await store.insertMany('outcomes', columns, runs)
  // On a machine with much else to do it may take longer than a caller would wait.
  const remembered = async () =>
    (await readToolRuns(store, 'busy', ''))?.flatMap(({ candidates }) =>
      candidates.map(({ subject, sample_size }) => [subject, Number(sample_size)]),
    )
  await expect.poll(remembered).toEqual([
    ['used-before', 100],
    ['used-now', 4900],
  ])
  await store.close()
})
