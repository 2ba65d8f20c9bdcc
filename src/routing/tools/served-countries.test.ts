import { expect, test } from 'vitest'
import { askFor } from '../../../eval/plain-ask.ts'
import { openRouter } from '../../../eval/router.ts'
import { understand } from '../understand/understand.ts'
import { fitOf } from './fit/fit.ts'
import { rankTools } from './rank.ts'
import { servesElsewhere, servesThere } from './served-countries.ts'

test.each([
  [['NL'], ['NL', 'FR'], true, false],
  [['NL'], ['FR'], false, true],
  [['NL'], [], false, false],
  [[], ['FR'], false, false],
  [undefined, ['FR'], false, false],
])('bound to %j and asked about %j: there %s, elsewhere %s', (countries, spoken, isThere, isElsewhere) => {
  const entry = countries ? { countries } : {}
  expect([servesThere(entry, new Set(spoken)), servesElsewhere(entry, new Set(spoken))]).toEqual([isThere, isElsewhere])
})

const router = openRouter()
const sought = (task: string) => {
  const ask = askFor(understand(task, router.lexicon))
  const ranking = rankTools(ask, router.catalog)
  return { ranking, fit: fitOf(ranking, ask), slugs: ranking.ranked.map(({ entry }) => entry.slug) }
}

test.each([
  ['next trains from Zwolle to Deventer', 'ns-trains-mcp'],
  ['hurricane warnings for the coast of Florida', 'us-weather-alerts-mcp'],
  ['population and age groups of Belo Horizonte', 'ibge-mcp'],
])('inside its country a server is first: %s', (task, slug) => {
  expect(sought(task).slugs[0]).toBe(slug)
})

test.each([
  ['next trains from Kyoto to Nagoya', 'ns-trains-mcp'],
  ['hurricane warnings for the coast of Cuba', 'us-weather-alerts-mcp'],
  ['decisions of the Italian Court of Cassation on privacy', 'yargi-mcp'],
])('outside it is not among the candidates: %s', (task, slug) => {
  const { slugs, ranking } = sought(task)
  expect(slugs).not.toContain(slug)
  expect(ranking.elsewhere).not.toBeNull()
})

test('what is left and does other work is not trusted', () => {
  expect(sought('decisions of the Italian Court of Cassation on privacy').fit).toMatchObject({ fits: false })
  expect(sought('hurricane warnings for the coast of Cuba').fit.confidence).toBeLessThan(0.3)
})

test('a server that the task names is asked wherever the task leads', () => {
  expect(sought('use Zillow to look for flats in Lisbon').slugs[0]).toBe('zillow-mcp')
})

test('a task that names no place has all servers', () => {
  const { slugs, ranking } = sought('hurricane warnings for the coast')
  expect(slugs).toContain('us-weather-alerts-mcp')
  expect(ranking.elsewhere).toBeNull()
})
