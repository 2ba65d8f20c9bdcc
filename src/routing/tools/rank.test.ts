import { expect, test } from 'vitest'
import { factsOf } from '../../../eval/foreign-catalog.ts'
import { plainAsk } from '../../../eval/plain-ask.ts'
import { openRouter } from '../../../eval/router.ts'
import { readSeed } from '../../adapters/seed.ts'
import { rankTools } from './rank.ts'

const { catalog } = openRouter()
const task = 'Search the web for the newest climate report'
const ranking = (pulls: [string, number][], caps = {}) =>
  rankTools({ ...plainAsk(task, () => ({ pulls: new Map(pulls), strength: 1, trust: 0.7 })), caps }, catalog)
const taughtOf = (pulls: [string, number][], caps = {}) =>
  new Map(ranking(pulls, caps).ranked.map(({ entry, taught }) => [entry.slug, taught]))
const [first, second, third] = rankTools(plainAsk(task), catalog).ranked.map(({ entry }) => entry.slug) as [string, string, string]

test('what wording says is bounded for the best and keeps the distances of the others, down to nothing', () => {
  const taught = taughtOf([
    [first, 70],
    [second, 90],
    [third, 84],
  ])
  expect([first, second, third].map((slug) => taught.get(slug))).toEqual([0, 20, 14])
  expect(taughtOf([[first, -90]]).get(first)).toBe(-20)
})

test('a tool that was reported as doing the work is found although the search did not bring it', () => {
  const pushed = 'snowflake-mcp'
  expect(ranking([]).ranked.map(({ entry }) => entry.slug)).not.toContain(pushed)
  expect(ranking([[pushed, 90]]).ranked[0]!.entry.slug).toBe(pushed)
})

test('an entry of which only the name is known is chosen where the task says to use it, unless a known one bears the name', () => {
  const named = (name: string) =>
    factsOf({ id: `${name.toLowerCase()}-elsewhere`, name, description: 'Answers questions about many things.' })
  const { ask } = openRouter([...readSeed().skills, named('Zorbaq'), named('Stripe')])
  expect(ask('Use Zorbaq to get the weather forecast for Oslo tomorrow').recommended_skill).toBe('zorbaq-elsewhere')
  expect(ask('Refund the last payment of ACME using Stripe').recommended_skill).toBe('stripe-mcp')
})
