import { expect, test } from 'vitest'
import { testStore } from '../../../test/support/harness.ts'
import { insertOutcomes } from '../../telemetry/store.ts'
import type { Outcome } from '../evidence-sink.ts'
import { readToolRuns } from './store.ts'

const run: Omit<Outcome, 'outcome_id' | 'subject' | 'reported_at'> = {
  kind: 'tool',
  agent_identity_id: 'busy',
  network: '',
  outcome: 'success',
  success: 1,
  quality: null,
  latency_ms: null,
  cost_usd: null,
  input_tokens: null,
  output_tokens: null,
  decision_id: null,
  cluster: 'tool_agent:search',
  source: 'report',
  evidence: 1,
}

test('of an agent that ran thousands of tools, the latest five thousand runs are remembered', async () => {
  const store = await testStore()
  const start = Date.parse('2026-11-02T09:00:00.000Z')
  const runs = Array.from({ length: 5100 }, (_, i) => ({
    ...run,
    outcome_id: `o-${i}`,
    subject: i < 200 ? 'used-before' : 'used-now',
    reported_at: new Date(start + i).toISOString(),
  }))
  await insertOutcomes(store, runs)
  // On a machine with much else to do it may take longer than a caller would wait.
  const remembered = async () =>
    (await readToolRuns(store, 'busy', ''))?.flatMap(({ candidates }) =>
      candidates.map(({ subject, sample_size }) => [subject, sample_size]),
    )
  await expect.poll(remembered).toEqual([
    ['used-before', 100],
    ['used-now', 4900],
  ])
  await store.close()
})
