import { expect, test } from 'vitest'
import { testStore } from '../../../test/support/harness.ts'
import { insertOutcomes } from '../../telemetry/store.ts'
import { type Decision, insertDecisions } from '../decisions/store.ts'
import type { Outcome } from '../evidence-sink.ts'
import { mostSeen, readHistory, readToolRuns } from './store.ts'

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

const decision: Omit<Decision, 'decision_id' | 'cluster' | 'decided_at'> = {
  agent_identity_id: 'busy',
  kind: 'route',
  approach: 'mcp_server',
  recommended_skill: 'used-now',
  recommended_model: null,
  tier: 'tool_agent',
  task_type: 'code',
  capability: null,
  propensity: 1,
  explored: 0,
  fingerprint: '',
  linked_at: null,
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

test('the memory of an agent looks through its latest outcomes and decisions alone, so that it is never too slow to be shown', async () => {
  const store = await testStore()
  const start = Date.parse('2026-11-02T09:00:00.000Z')
  const each = <T>(make: (i: number, at: string) => T) =>
    Array.from({ length: mostSeen + 100 }, (_, i) => make(i, new Date(start + i).toISOString()))
  await insertOutcomes(
    store,
    each((i, reported_at) => ({ ...run, outcome_id: `o-${i}`, subject: i < 150 ? 'used-before' : 'used-now', reported_at })),
  )
  await insertDecisions(
    store,
    each((i, decided_at) => ({
      ...decision,
      decision_id: `00000000-0000-4000-8000-${i}`,
      cluster: i < 150 ? 'before' : 'now',
      decided_at,
    })),
  )
  const remembered = async () =>
    (await readHistory(store, 'busy'))?.tool.map(({ cluster, call_count, candidates }) => [
      cluster,
      call_count,
      candidates.map(({ sample_size }) => sample_size),
    ])
  await expect.poll(remembered).toEqual([
    [run.cluster, mostSeen, [50, mostSeen - 50]],
    ['now', mostSeen - 50, []],
    ['before', 50, []],
  ])
  expect((await readHistory(store, 'busy', 'before'))?.tool).toMatchObject([{ call_count: 50 }])
  await store.close()
})
