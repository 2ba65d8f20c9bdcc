import { dailyCaps, payToolReport } from '../../src/credits/rules.ts'
import { noBalance } from '../../src/credits/store.ts'
import { networkOf } from '../../src/network.ts'
import { rounded } from '../../src/rounded.ts'
import type { Act } from '../../src/telemetry/act.ts'
import { decideBatch } from '../../src/telemetry/batch.ts'
import type { AgentState } from '../../src/telemetry/store.ts'
import type { Finding } from './finding.ts'

const now = '2026-11-02T12:00:00.000Z'

function agentState(agent_identity_id: string): AgentState {
  const standing = { agent_identity_id, trust_score: 25, verified_at: null }
  return { standing, balance: noBalance, telemetry: true, has_webhook: false }
}

function reportsOf(agent: string, network: string, count: number): Act[] {
  const measures = { latency_ms: 100, cost_usd: 0.01, quality: 8 }
  return Array.from(
    { length: count },
    (_, i): Act => ({
      act_key: null,
      agent_identity_id: agent,
      outcomes: [],
      payment: payToolReport(measures, true),
      trust_delta: 0,
      entry_id: `${agent}-${i}`,
      repeat_keys: [],
      network,
      network_capped: true,
      now,
    }),
  )
}

function earned(identities: number, reportsEach: number, networkOfAgent: (i: number) => string): number {
  const names = Array.from({ length: identities }, (_, i) => `farmer-${i}`)
  const loaded = {
    agents: new Map(names.map((name) => [name, agentState(name)])),
    network_days: new Map<string, number>(),
    decisions: new Map(),
    repeats: new Set<string>(),
    prior: new Map(),
  }
  const acts = names.flatMap((name, i) => reportsOf(name, networkOfAgent(i), reportsEach))
  const { entries } = decideBatch(loaded, acts)
  return entries.reduce((sum, { credits_hundredths }) => sum + credits_hundredths, 0)
}

/** Many identities behind one network, or behind the many networks of one IPv6 site, against one busy honest agent's day. */
export function farming(identities: number): Finding[] {
  const ways: [string, (i: number) => string][] = [
    ['of one network', () => '203.0.113.1'],
    ['over the 256 networks of one /56', (i) => networkOf(`2001:db8:1:${(i % 256).toString(16)}::5`)],
  ]
  return ways.map(([how, networkOfAgent]) => {
    const honest = earned(1, Math.ceil(dailyCaps.agent_hundredths / 1000), networkOfAgent)
    const ratio = earned(identities, 20, networkOfAgent) / honest
    const what = `times one busy agent's day, by ${identities} identities ${how} with 20 full reports each`
    return { attack: 'credit farming', measured: rounded(ratio, 2), bound: 5, what }
  })
}
