import { expect, test } from 'vitest'
import { createWordingStrength, firstAtBits, wordingStrengths } from './wording-strength.ts'

const [without, fully] = [
  firstAtBits(
    wordingStrengths.map((strength) => (strength === 0 ? 'a' : 'b')),
    'a',
  ),
  firstAtBits(['a', 'a', 'a', 'a', 'b'], 'b'),
]

const most = 10_000
function after(verdicts: readonly [first_at: number, value: number][], weight = 1, voiceOf = (i: number) => `voice-${i}`): number {
  const wording = createWordingStrength(most, () => ({ weight, network: '' }))
  for (const [i, [first_at, value]] of verdicts.entries()) wording.add({ voice: voiceOf(i), task: `task-${i}`, value, first_at })
  return wording.trust().strength
}
const times = (count: number, verdict: [number, number]) => Array.from({ length: count }, () => verdict)

test('wording is taken as strongly as would have been right most often', () => {
  expect(after(times(40, [fully, 1]))).toBe(1)
  expect(after(times(40, [without, 1]))).toBe(0)
  expect(after(times(40, [fully, 0]))).toBe(0)
})

test('few voices, new ones and one loud one prove nothing', () => {
  const unproven = wordingStrengths[1]
  expect(after(times(10, [fully, 1]))).toBe(unproven)
  expect(after(times(5000, [fully, 1]), 0.1)).toBe(unproven)
  expect(after(times(5000, [fully, 1]), 1, () => 'loud')).toBe(unproven)
  const many = [...times(30, [without, 1]), ...times(5000, [fully, 1])]
  expect(after(many, 1, (i) => (i < 30 ? `voice-${i}` : 'loud'))).toBe(0)
})

test('a task counts once, however many tools were tried on it, and what was right makes every other first wrong', () => {
  const wording = createWordingStrength(most, () => ({ weight: 1, network: '' }))
  for (let i = 0; i < 40; i++) {
    wording.add({ voice: `voice-${i}`, task: 'one', value: 0, first_at: fully })
    wording.add({ voice: `voice-${i}`, task: 'one', value: 1, first_at: 0 })
  }
  expect(wording.trust().strength).toBe(0)
  for (let i = 0; i < 30; i++) wording.add({ voice: `voice-${i}`, task: 'two', value: 1, first_at: fully })
  expect(wording.trust().strength).toBe(1)
})

test('only the latest tasks are judged by', () => {
  const wording = createWordingStrength(most, () => ({ weight: 1, network: '' }))
  const say = (from: number, count: number, first_at: number) => {
    for (let i = from; i < from + count; i++) wording.add({ voice: `voice-${i % 50}`, task: `task-${i}`, value: 1, first_at })
  }
  say(0, 6000, without)
  expect(wording.trust().strength).toBe(0)
  say(6000, 2000, fully)
  expect(wording.trust().strength).toBe(1)
})

test('a few who only report where wording matters, and lie, do not outweigh those who report whatever they ask', () => {
  const strengthWith = (liars: number) => {
    const wording = createWordingStrength(most, () => ({ weight: 1, network: '' }))
    const say = (voice: string, task: number, first_at: number) => wording.add({ voice, task: `task-${task}`, value: 1, first_at })
    for (let i = 0; i < 100; i++) {
      for (let task = 0; task < 20; task++) say(`honest-${i}`, task, task > 1 ? without | fully : (i + task) % 5 === 0 ? without : fully)
    }
    for (let i = 0; i < liars; i++) for (let task = 0; task < 20; task++) say(`liar-${i}`, task, without)
    return wording.trust().strength
  }
  expect(strengthWith(0)).toBe(1)
  expect(strengthWith(10)).toBe(1)
})

test('how often wording was right is counted where it put another tool first, and nowhere else', () => {
  const trustAfter = (right: number, wrong: number) => {
    const wording = createWordingStrength(most, () => ({ weight: 1, network: '' }))
    const say = (voice: string, value: number, first_at: number) => wording.add({ voice, task: 'one', value, first_at })
    for (let i = 0; i < right; i++) say(`right-${i}`, 1, fully)
    for (let i = 0; i < wrong; i++) say(`wrong-${i}`, 0, fully)
    for (let i = 0; i < 200; i++) say(`alike-${i}`, 1, without | fully)
    return wording.trust().trust
  }
  expect(trustAfter(80, 20)).toBeCloseTo(0.79, 2)
  expect(trustAfter(100, 0)).toBeGreaterThan(0.97)
})

test('voices behind one address count for three, however many they are', () => {
  const networkOf = (voice: string) => (voice.startsWith('neighbour') ? '203.0.113.9' : '')
  const wording = createWordingStrength(most, (voice) => ({ weight: 1, network: networkOf(voice) }))
  const say = (name: string, count: number, first_at: number) => {
    for (let i = 0; i < count; i++) wording.add({ voice: `${name}-${i}`, task: `task-${name}-${i}`, value: 1, first_at })
    wording.reweigh()
    return wording.trust().strength
  }
  expect(say('neighbour', 200, fully)).toBe(wordingStrengths[1])
  expect(say('other', 30, without)).toBe(0)
})
