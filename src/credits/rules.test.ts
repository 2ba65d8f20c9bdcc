import { expect, test } from 'vitest'
import {
  capPayment,
  dailyCaps,
  earningDay,
  economicUsd,
  missionMultipliers,
  payChallenge,
  payContribution,
  payMission,
  payModelReport,
  payToolReport,
} from './rules.ts'

const all = { latency_ms: 1, cost_usd: 0, quality: 5, input_tokens: 1, output_tokens: 1 }

test('a tool report pays 3 to 5, doubled by an identity', () => {
  expect(payToolReport({}, false)).toEqual({ kind: 'report', credits_hundredths: 300, reputation_hundredths: 150 })
  expect(payToolReport(all, true)).toEqual({ kind: 'report', credits_hundredths: 1000, reputation_hundredths: 250 })
})

test.each([
  [{}, false, false, 200, 100],
  [{ latency_ms: 1 }, false, false, 260, 130],
  [all, false, false, 500, 250],
  [all, false, true, 750, 375],
  [all, true, true, 1500, 375],
])('a model report with %j, registered %s, linked %s', (measures, isRegistered, isLinked, credits, reputation) => {
  expect(payModelReport(measures, { isRegistered, isLinked })).toMatchObject({
    credits_hundredths: credits,
    reputation_hundredths: reputation,
  })
})

test('contributions, missions and challenges follow their formulas', () => {
  expect(payContribution(0.5, 'comparative_eval', true)).toMatchObject({ credits_hundredths: 1250, reputation_hundredths: 313 })
  expect(missionMultipliers(1, 4)).toEqual({ base: 1, mission: 4, trust_tier: 2 })
  expect(payMission(2, 4)).toMatchObject({ credits_hundredths: 20_000, reputation_hundredths: 5000 })
  expect(payChallenge(8.5)).toMatchObject({ credits_hundredths: 7650, reputation_hundredths: 1913 })
  expect(payChallenge(5.49).credits_hundredths).toBe(0)
  expect(economicUsd(4000)).toBe(0.4)
})

test.each([
  ['run_telemetry', 2],
  ['fallback_chain', 3],
  ['comparative_eval', 5],
  ['benchmark_package', 8],
] as const)('%s pays the exact amount at every score, halves rounded up', (type, halves) => {
  for (let step = 0; step <= 50; step += 1) {
    expect(payContribution(step / 50, type, true)).toMatchObject({
      credits_hundredths: 10 * step * halves,
      reputation_hundredths: Math.floor((5 * step * halves + 1) / 2),
    })
  }
})

test('a challenge pays the exact amount at every score shown, halves rounded up', () => {
  const wrong = Array.from({ length: 45_001 }, (_, i) => 55_000 + i).filter((score) => {
    const { credits_hundredths, reputation_hundredths } = payChallenge(score / 10_000)
    return credits_hundredths !== Math.floor((9 * score + 50) / 100) || reputation_hundredths !== Math.floor((9 * score + 200) / 400)
  })
  expect(wrong).toEqual([])
})

test('a cap pays what room is left and says whose it is', () => {
  const wanted = payToolReport(all, true)
  const full = { agent_hundredths: dailyCaps.agent_hundredths - 400, network_hundredths: null, site_hundredths: null }
  expect(capPayment(wanted, full)).toEqual({ paid: { kind: 'report', credits_hundredths: 400, reputation_hundredths: 100 }, cut: 'agent' })
  const crowded = { agent_hundredths: 0, network_hundredths: dailyCaps.network_hundredths, site_hundredths: 0 }
  expect(capPayment(wanted, crowded)).toMatchObject({ paid: { credits_hundredths: 0 }, cut: 'network' })
  const elsewhere = { agent_hundredths: 0, network_hundredths: 0, site_hundredths: dailyCaps.site_hundredths - 400 }
  expect(capPayment(wanted, elsewhere)).toMatchObject({ paid: { credits_hundredths: 400 }, cut: 'site' })
  expect(capPayment(wanted, { agent_hundredths: 0, network_hundredths: 0, site_hundredths: null })).toEqual({ paid: wanted, cut: null })
})

test.each([
  ['2026-11-02', '2026-11-01', 'a new day'],
  ['2026-11-03', '2026-11-03', 'a clock a little behind that of another process'],
  ['2026-11-02', '2026-11-04', 'a day written by a clock that was wrong'],
])('an act counts for %s where %s was earned on before: %s', (counts, earned_day) => {
  expect(earningDay({ earned_day, earned_hundredths: 100 }, '2026-11-02T23:59:59.000Z')).toBe(counts)
})
