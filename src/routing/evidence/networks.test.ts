import { expect, test } from 'vitest'
import { withinNetworks } from './networks.ts'

const voices = (count: number, voice: { weight: number; network: string | null; isNew?: boolean }) =>
  Array.from({ length: count }, () => voice)
const total = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0)

test.each([
  ['one address', () => '203.0.113.1', 3],
  ['one /64', () => '2001:db8:1:2::/64', 3],
  ['the networks of one /48', (i: number) => `2001:db8:1:${i}::/64`, 7.5],
  ['other addresses each', (i: number) => `203.0.113.${i}`, 20],
  ['networks that are not told apart', () => null, 20],
])('twenty voices of %s weigh as much as is allowed', (_, networkOf, most) => {
  const crowd = Array.from({ length: 20 }, (_, i) => ({ weight: 1, network: networkOf(i) }))
  expect(total(withinNetworks(crowd))).toBeCloseTo(most)
})

test('newcomers get what the established of their network leave', () => {
  const crowd = voices(100, { weight: 0.1, network: '203.0.113.1', isNew: true })
  const weights = withinNetworks([...voices(2, { weight: 1, network: '203.0.113.1' }), ...crowd])
  expect(weights.slice(0, 2)).toEqual([1, 1])
  expect(total(weights.slice(2))).toBeCloseTo(1)
  const full = withinNetworks([...voices(4, { weight: 1, network: '203.0.113.1' }), ...crowd])
  expect(full.slice(0, 4)).toEqual([0.75, 0.75, 0.75, 0.75])
  expect(total(full.slice(4))).toBe(0)
})
