import { expect, test } from 'vitest'
import { factsOf } from '../../../eval/foreign-catalog.ts'
import { plainAsk } from '../../../eval/plain-ask.ts'
import { openRouter } from '../../../eval/router.ts'
import { readSeed } from '../../adapters/seed.ts'
import { rankTools } from './rank.ts'

const router = openRouter()
const { catalog } = router
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

test.each([
  ['Mail report.docx to Tom', 'email'],
  ['Can you delete old.mp3 and rename new.mp3', 'file-system'],
  ['Why is the Vercel deployment failing?', 'serverless-hosting'],
  ['Compare retention on web and iOS', 'web-analytics'],
])('what is done tells by what, not what is only written beside it: %s', (task, kind) => {
  expect(catalog.get(router.ask(task).recommended_skill ?? '')?.capabilities).toContain(kind)
})

test('what is sought on the web does not tell by what', () => {
  const tasks = ['Search the web for MongoDB Atlas outage today', 'Search the web for the top 5 CRM tools']
  for (const task of [...tasks, 'Research the best vector databases on the web'])
    expect(catalog.get(router.ask(task).recommended_skill ?? '')?.capabilities).toContain('web-search')
})

test.each([
  ['Get the latest articles on Hacker News', 'hacker-news-mcp'],
  ['List blog posts about AI in our WordPress', 'wordpress-mcp'],
  ['Find Wikipedia articles about Rome', 'wikipedia-mcp'],
])('articles are sought where they surely are: %s', (task, slug) => {
  const { recommended_skill, confidence } = router.ask(task)
  expect(recommended_skill).toBe(slug)
  expect(confidence).toBeGreaterThan(0.8)
})

test('what stands on the public web is sought there where nothing else surely knows it', () => {
  for (const task of ['how much is a stamp for a letter to Canada now', 'best rated robot vacuums this year'])
    expect(catalog.get(router.ask(task).recommended_skill ?? '')?.capabilities).toContain('web-search')
  expect(router.ask('put the spare key under the mat').recommended_skill).toBeNull()
})

test('nothing is sought on the web that is hardly to be found there', () => {
  for (const task of [
    'tool that writes a speed to the drive of a conveyor on the Profibus line',
    '燃えないゴミの日なので、ゴミを外に出してください',
  ])
    expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: null })
})
