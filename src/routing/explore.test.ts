import { expect, test } from 'vitest'
import { chooseAmong, isReadyToExplore, nearEquals } from './explore.ts'

const chances = Array.from({ length: 400 }, (_, i) => (i + 0.3) / 400)
const shareOf = (arms: Parameters<typeof chooseAmong>[0], name: string) =>
  chances.filter((chance) => chooseAmong(arms, chance)?.name === name).length / chances.length

test('what is clearly worse is never tried', () => {
  const arms = [
    { name: 'good', quality: 8, n: 200 },
    { name: 'bad', quality: 5, n: 200 },
  ]
  expect(nearEquals(arms).map(({ name }) => name)).toEqual(['good'])
  expect(chooseAmong(arms, 0.9)).toEqual({ name: 'good', propensity: 1, explored: false })
})

test('a near-equal of which little is known is tried now and then, and the logged propensity is how often', () => {
  const arms = [
    { name: 'known', quality: 8, n: 400 },
    { name: 'new', quality: 7.6, n: 6 },
  ]
  const share = shareOf(arms, 'new')
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.9)
  const trial = chances.map((chance) => chooseAmong(arms, chance)!).find(({ name }) => name === 'new')!
  expect(trial.explored).toBe(true)
  expect(Math.abs(trial.propensity - share)).toBeLessThan(0.12)
})

test('weighed by the logged propensities, every arm counts as though it had been chosen each time', () => {
  const arms = [
    { name: 'a', quality: 9, n: 200 },
    { name: 'b', quality: 8.9, n: 20 },
    { name: 'c', quality: 8.7, n: 20 },
    { name: 'd', quality: 8.6, n: 3 },
  ]
  const requests = 20_000
  const weights = new Map<string, number>()
  for (let i = 0; i < requests; i++) {
    const { name, propensity } = chooseAmong(arms, (i * 0.6180339887) % 1)!
    weights.set(name, (weights.get(name) ?? 0) + 1 / propensity / requests)
  }
  for (const { name } of arms) expect(Math.abs(weights.get(name)! - 1), name).toBeLessThan(0.03)
})

test('the same chance gives the same choice', () => {
  const arms = Array.from({ length: 5 }, (_, i) => ({ name: `m${i}`, quality: 7 + i / 20, n: 10 + i }))
  expect(chances.map((chance) => chooseAmong(arms, chance)!.name)).toEqual(chances.map((chance) => chooseAmong(arms, chance)!.name))
})

test('nothing is tried before enough was reported, or where nothing was reported at all', () => {
  const arms = (n: number) => [
    { name: 'a', quality: 7, n },
    { name: 'b', quality: 7, n: 0 },
  ]
  expect(isReadyToExplore(arms(0), { hasFigures: false })).toBe(false)
  expect(isReadyToExplore(arms(10), { hasFigures: true })).toBe(false)
  expect(isReadyToExplore(arms(20), { hasFigures: true })).toBe(true)
})

test('among many a doubtful one is given up sooner than among few, but none that was hardly tried', () => {
  const two = [
    { name: 'best', quality: 8.36, n: 300 },
    { name: 'doubtful', quality: 7.97, n: 40 },
  ]
  const many = [
    ...two,
    { name: 'hardly tried', quality: 6, n: 1 },
    ...Array.from({ length: 26 }, (_, i) => ({ name: `bad-${i}`, quality: 3, n: 40 })),
  ]
  expect(nearEquals(two).map(({ name }) => name)).toEqual(['best', 'doubtful'])
  expect(nearEquals(many).map(({ name }) => name)).toEqual(['best', 'hardly tried'])
})
