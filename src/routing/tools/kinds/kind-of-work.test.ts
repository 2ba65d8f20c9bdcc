import { expect, test } from 'vitest'
import { askFor } from '../../../../eval/plain-ask.ts'
import { openRouter } from '../../../../eval/router.ts'
import { understand } from '../../understand/understand.ts'
import { fitOf } from '../fit/fit.ts'
import { rankTools } from '../rank.ts'
import { byKindOfWork } from './kind-of-work.ts'
import { kindOdds } from './odds.ts'

const chances = new Map([
  ['email', 0.7],
  ['calendar', 0.2],
  ['weather', 0.0001],
])

test('an entry of a likely kind stands above one of an unknown kind, one of an unlikely kind below', () => {
  expect(kindOdds(['email'], chances)).toBeGreaterThan(0)
  expect(kindOdds(['made-up'], chances)).toBe(0)
  expect(kindOdds([], chances)).toBe(0)
  expect(kindOdds(['weather'], chances)).toBeLessThan(0)
})

test('every kind of an entry counts, and no kind counts as impossible', () => {
  expect(kindOdds(['email', 'calendar'], chances)).toBeGreaterThan(kindOdds(['email'], chances))
  expect(kindOdds(['weather'], new Map([['weather', 0]]))).toBe(kindOdds(['weather'], chances))
})

const router = openRouter()

test.each([
  ["What's the current price of NVDA and how has it moved over the past 5 days?", 'market-data'],
  ['who visited our website yesterday', 'web-analytics'],
  ['resize all jpgs in ./photos to 1200px wide', 'image-editing'],
])('what the words leave in doubt is decided by the kind of work: %s', (task, kind) => {
  expect(router.decide(task).pick?.tool.entry.capabilities).toContain(kind)
})

test('the kind of work decides only where it is the likelier of both', () => {
  const understanding = understand('who scored in the derby last night?', router.lexicon)
  const ask = askFor(understanding)
  const ranking = rankTools(ask, router.catalog)
  const found = { ranking, fit: fitOf(ranking, ask) }
  const first = (chance: number) => {
    const kinds = () =>
      new Map([
        ['web-search', chance],
        ['sports', 0.01],
      ])
    return byKindOfWork(found, { ...understanding, kinds }, ask, router.catalog).ranking.ranked[0]?.entry.capabilities[0]
  }
  expect(first(0.03)).not.toBe('web-search')
  expect(first(0.99)).toBe('web-search')
})

test('a product that is named is not taken from its place', () => {
  expect(router.ask("tell my wife on Slack that I'm late").recommended_skill).toContain('slack')
})
