import { expect, test } from 'vitest'
import { createWordOdds } from './word-odds.ts'

const usual = 0.01
const said = (...tasks: number[][]) => tasks.map((words) => ({ words: Uint16Array.from(words), mass: 1 / tasks.length }))
/** Voices that say the same, each once. */
const voices = (count: number, ...words: number[]) => Array.from({ length: count }, () => said(words))

function oddsOf(words: number[], voicesHeard: ReturnType<typeof voices>): number {
  const odds = createWordOdds(() => usual)
  odds.set({ side: 0, mass: voicesHeard.length, voices: voicesHeard })
  return odds.of(Uint16Array.from(words), 1)[0]!
}

test('words that the tasks of a side share speak for it, more so the more tasks there are, and all others against it', () => {
  const [few, many] = [oddsOf([1], voices(4, 1, 2)), oddsOf([1], voices(40, 1, 2))]
  expect(few).toBeGreaterThan(2)
  expect(many).toBeGreaterThan(few)
  expect(oddsOf([1, 2], voices(40, 1, 2))).toBeCloseTo(2 * many, 5)
  expect(oddsOf([3], voices(4, 1, 2))).toBeLessThan(0)
  expect(oddsOf([3], voices(40, 1, 2))).toBeLessThan(oddsOf([3], voices(4, 1, 2)))
  // As often as among tasks in general.
  expect(oddsOf([1], [...voices(2, 1), ...voices(198, 2)])).toBeCloseTo(0, 5)
})

test('a word that only one voice uses says nothing among up to three voices, and little among many, however often it is used', () => {
  for (const task of [said([1]), said(...Array.from({ length: 16 }, () => [1]))]) {
    expect(oddsOf([1], [task])).toBeCloseTo(0, 5)
    expect(oddsOf([1], [task, ...voices(2, 2)])).toBeCloseTo(0, 5)
    for (const others of [4, 30, 1000]) expect(oddsOf([1], [task, ...voices(others, 2)])).toBeLessThan(Math.log(4))
  }
  expect(oddsOf([1], [...voices(2, 1), ...voices(29, 2)])).toBeGreaterThan(1.5)
})

test('a side that is told anew or forgotten leaves nothing behind', () => {
  const odds = createWordOdds(() => usual)
  const words = Uint16Array.of(1)
  odds.set({ side: 0, mass: 9, voices: voices(9, 1) })
  odds.set({ side: 1, mass: 5, voices: voices(5, 1) })
  odds.set({ side: 0, mass: 5, voices: voices(5, 2) })
  odds.forget(1)
  expect(odds.of(words, 1)[0]).toBeCloseTo(oddsOf([1], voices(5, 2)), 5)
  odds.set({ side: 1, mass: 7, voices: voices(7, 2) })
  expect(odds.of(words, 2)[1]).toBeCloseTo(oddsOf([1], voices(7, 2)), 5)
})
