import { expect, test } from 'vitest'
import { createWordingStrength, firstAtBits, STRENGTHS, UNPROVEN } from './wording-strength.ts'

const [without, fully] = [
  firstAtBits(
    STRENGTHS.map((strength) => (strength === 0 ? 'a' : 'b')),
    'a',
  ),
  firstAtBits(['a', 'a', 'a', 'a', 'b'], 'b'),
]

function after(verdicts: readonly [first_at: number, value: number][], weight = 1, voiceOf = (i: number) => `voice-${i}`): number {
  const wording = createWordingStrength()
  for (const [i, [first_at, value]] of verdicts.entries()) wording.change({ voice: voiceOf(i), value, first_at }, weight, 1)
  return wording.strength()
}
const times = (count: number, verdict: [number, number]) => Array.from({ length: count }, () => verdict)

test('wording is taken as strongly as would have been right most often', () => {
  expect(after(times(40, [fully, 1]))).toBe(1)
  expect(after(times(40, [without, 1]))).toBe(0)
  expect(after(times(40, [fully, 0]))).toBe(0)
})

test('few voices, new ones and one loud one prove nothing', () => {
  const unproven = STRENGTHS[UNPROVEN]
  expect(after(times(10, [fully, 1]))).toBe(unproven)
  expect(after(times(5000, [fully, 1]), 0.1)).toBe(unproven)
  expect(after(times(5000, [fully, 1]), 1, () => 'loud')).toBe(unproven)
  const many = [...times(30, [without, 1]), ...times(5000, [fully, 1])]
  expect(after(many, 1, (i) => (i < 30 ? `voice-${i}` : 'loud'))).toBe(0)
})

test('what is taken back leaves no trace', () => {
  const wording = createWordingStrength()
  for (let i = 0; i < 60; i++) wording.change({ voice: `voice-${i}`, value: 1, first_at: i < 30 ? without : fully }, 1, 1)
  for (let i = 0; i < 30; i++) wording.change({ voice: `voice-${i}`, value: 1, first_at: without }, 1, -1)
  expect(wording.strength()).toBe(1)
})
