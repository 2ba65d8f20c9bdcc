import { describe, expect, test } from 'vitest'
import { compareSkills } from './compare.ts'
import { repositoryKey, slugChoices, slugify } from './identity.ts'
import { tidyLicense } from './license.ts'
import { priorOf } from './prior.ts'
import { bySort, choiceOf, seedEntry, skillId } from './rules.ts'
import { type CatalogEntry, type components, type SkillFacts, slugText } from './schema.ts'
import { scoresFrom } from './scores.ts'

const facts = (change: Partial<SkillFacts> = {}): SkillFacts => ({
  slug: 'plain-mcp',
  canonical_name: 'Plain',
  publisher: null,
  official: false,
  repo_url: 'https://github.com/acme/plain',
  license: null,
  languages: [],
  transports: [],
  packages: [],
  github_stars: null,
  stars_as_of: null,
  listed_by: 1,
  description: 'Plain.',
  choose_when: '',
  avoid_when: '',
  aliases: [],
  capabilities: [],
  tools: [],
  requires: [],
  pricing: 'unknown',
  cost_usd_per_run: null,
  verticals: [],
  workflows: [],
  examples: [],
  ...change,
})

describe('the prior', () => {
  const better: [string, Partial<SkillFacts>, (typeof components)[number]][] = [
    ['stars', { github_stars: 5000 }, 'output_quality'],
    ['listings', { listed_by: 12 }, 'reliability'],
    ['the vendor as publisher', { official: true }, 'trust'],
    ['an open licence', { license: 'MIT' }, 'trust'],
    ['a released package', { packages: [{ registry: 'npm', name: 'x' }] }, 'reliability'],
    ['no price', { pricing: 'free' }, 'cost'],
    ['nothing to set up', { requires: ['none'] }, 'efficiency'],
  ]
  test.each(better)('rises with %s', (_, change, component) => {
    expect(priorOf(facts(change))[component]).toBeGreaterThan(priorOf(facts())[component])
  })

  test('falls with the price of a run', () => {
    const cost = (cost_usd_per_run: number) => priorOf(facts({ pricing: 'usage', cost_usd_per_run })).cost
    expect(cost(0.001)).toBeGreaterThan(cost(0.1))
    expect(cost(0.1)).toBeGreaterThan(cost(10))
  })

  test('stays within 1 and 9.5 whatever the facts', () => {
    const best = facts({
      github_stars: 10_000_000,
      listed_by: 99,
      official: true,
      license: 'MIT',
      pricing: 'free',
      requires: ['none'],
      transports: ['stdio'],
    })
    const worst = facts({ listed_by: 0, repo_url: null, cost_usd_per_run: 10_000, requires: ['local_app'] })
    for (const value of [...Object.values(priorOf(best)), ...Object.values(priorOf(worst))]) {
      expect(value).toBeGreaterThanOrEqual(1)
      expect(value).toBeLessThanOrEqual(9.5)
    }
  })
})

describe('order', () => {
  const ranked = (slug: string, change: Partial<CatalogEntry>) => {
    const entry = { ...seedEntry(facts({ slug })), ...change }
    return { entry, scores: scoresFrom(priorOf(entry), 0) }
  }
  const slugs = (sort: 'score' | 'stars', ...list: ReturnType<typeof ranked>[]) =>
    list.toSorted(bySort(sort)).map(({ entry }) => entry.slug)

  test('pinned first, unknown stars last, ties by slug', () => {
    const [a, b, c] = [
      ranked('a', { github_stars: 5 }),
      ranked('b', { github_stars: null, pinned: true }),
      ranked('c', { github_stars: 9 }),
    ]
    expect(slugs('stars', a, b, c)).toEqual(['b', 'c', 'a'])
    expect(slugs('score', ranked('z', {}), ranked('y', {}))).toEqual(['y', 'z'])
  })

  test('a comparison names the leader, or says there is none', () => {
    const [good, plain] = [ranked('good', { official: true, canonical_name: 'Good' }), ranked('plain', {})]
    const { winner, why, dimensions } = compareSkills([plain, good])
    expect(winner).toBe('good')
    expect(why).toMatch(/^Good offers the best value, ahead in .* and trust\. /)
    expect(dimensions.find(({ dimension }) => dimension === 'cost')).toMatchObject({
      winner: null,
      why: expect.stringContaining('No real difference'),
    })
    expect(dimensions.find(({ dimension }) => dimension === 'trust')?.why).toMatch(
      /^Good leads in trust with [\d.]+ of 10, ahead of .+ \([\d.]+\)\.$/,
    )
    expect(compareSkills([plain, ranked('twin', {})]).winner).toBeNull()
  })

  test('where only some are level, a comparison says who is behind them', () => {
    const called = (name: string, change: Partial<CatalogEntry>) => ranked(name.toLowerCase(), { canonical_name: name, ...change })
    const [one, other, plain] = [called('One', { official: true }), called('Other', { official: true }), called('Plain', {})]
    const { winner, why, dimensions } = compareSkills([plain, other, one])
    expect(winner).toBeNull()
    expect(why).toMatch(/^One and Other come out level on overall value; /)
    expect(dimensions.find(({ dimension }) => dimension === 'trust')).toMatchObject({
      winner: null,
      why: expect.stringMatching(/^No real difference in trust: One [\d.]+, Other [\d.]+, ahead of Plain \([\d.]+\)\.$/),
    })
    expect(compareSkills([one, other]).why).toMatch(/^They come out level/)
  })
})

describe('identity', () => {
  test.each([
    ['https://github.com/Acme/Tool.git', '', 'github.com/acme/tool'],
    ['https://www.github.com/acme/tool/', '', 'github.com/acme/tool'],
    ['https://github.com/acme/mono/tree/main/src/fetch', '', 'github.com/acme/mono/src/fetch'],
    ['https://github.com/acme/mono/blob/main/src/fetch/README.md', '', 'github.com/acme/mono/src/fetch'],
    ['https://github.com/acme/mono', 'src/time', 'github.com/acme/mono/src/time'],
    ['https://gitlab.com/group/tool/-/tree/main', '', 'gitlab.com/group/tool'],
    ['https://mcp.acme.com/sse', '', 'mcp.acme.com/sse'],
  ])('%s with folder %j is %s', (url, folder, key) => expect(repositoryKey(url, folder)).toBe(key))

  test('a slug is plain, and the last choice is unique', () => {
    expect(slugify(' Ünïcode & Co_Server! ')).toBe('unicode-co-server')
    const [first, second, last] = slugChoices('search', 'Acme Inc', 'github.com/acme/search')
    expect([first, second]).toEqual(['search', 'acme-inc-search'])
    expect(last).not.toBe(slugChoices('search', 'Acme Inc', 'github.com/acme/other').at(-1))
    const long = slugChoices(`${'a'.repeat(94)}-search`, 'Acme', 'github.com/acme/search')
    expect(long.filter((slug) => !slugText.safeParse(slug).success)).toEqual([])
    expect(slugChoices('日本', null, 'x').every((slug) => /^[a-z0-9-]+$/.test(slug))).toBe(true)
  })

  test('the same slug has the same id, another slug another', () => {
    expect(skillId('a')).toBe(skillId('a'))
    expect(skillId('a')).not.toBe(skillId('b'))
  })

  test.each([
    ['mit', 'MIT'],
    ['Apache License, Version 2.0', 'Apache-2.0'],
    ['BSD 3-Clause License', 'BSD-3-Clause'],
    ['NOASSERTION', null],
    ['[NOT FOUND]', null],
    [null, null],
    ['Elastic-2.0', 'Elastic-2.0'],
  ])('the licence %s is written %s', (given, wanted) => expect(tidyLicense(given)).toBe(wanted))
})

test.each(['github-mcp', 'github-mcp-server', 'mcp-github', 'mcp-server-github'])(
  '%s is also known without the part that says what it is',
  (slug) => {
    expect(choiceOf({ slug, aliases: ['gh'] })).toEqual({ value: slug, names: [slug, 'github', 'gh'] })
  },
)
