import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const get = (path: string) => app.request('GET', path)
const slugs = (body: { slug: string }[]) => body.map(({ slug }) => slug)

describe('GET /api/skills', () => {
  test('200 with what query asks for, as with q, which goes first', async () => {
    const first = async (query: string) => slugs((await get(`/api/skills?limit=1&${query}`)).body)
    expect(await first('query=postgres')).toEqual(await first('q=postgres'))
    expect(await first('query=postgres')).not.toEqual(await first(''))
    expect(await first('q=stripe&query=postgres')).toEqual(await first('q=stripe'))
    expect((await app.tool('service_search', { query: 'postgres', limit: 3 })).value.next_step.why).toContain('best matches')
  })

  test('the next step of a page says how to get the next one, while there is one', async () => {
    const search = async (offset: number) => (await app.tool('service_search', { workflow: 'communication-email', offset })).value
    const first = await search(0)
    expect(first.next_step.why).toContain(`There are ${first.total - 10} more: search again with offset 10.`)
    const last = await search(first.total - 2)
    expect([last.skills.length, last.next_step.why]).toEqual([2, expect.not.stringContaining('offset')])
  })

  test('a page of the whole catalog is not called matches, and text under another name is told where it belongs', async () => {
    const { value } = await app.tool('service_search', { search: 'postgres', limit: 3 })
    expect(value.next_step).toMatchObject({ tool: 'service_search', arguments: { q: '<your q>' } })
    expect(value.next_step.why).toContain('Nothing was searched for')
    expect(value.ignored_fields).toEqual([expect.stringContaining('send it as q')])
    const unfilled = await app.tool('service_search', value.next_step.arguments)
    expect(unfilled).toMatchObject({ isError: true, value: { details: [{ path: 'q', message: expect.stringContaining('fill in') }] } })
    const ofWorkflow = await app.tool('service_search', { workflow: 'communication-email', limit: 3 })
    expect(ofWorkflow.value.next_step).toMatchObject({ tool: 'service_compare', why: expect.not.stringContaining('matches') })
  })

  test('200 is an array of 10 with the total in a header, best score first', async () => {
    const { status, body, headers } = await get('/api/skills')
    expect(status).toBe(200)
    expect(body).toHaveLength(10)
    expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(500)
    const scores = body.map((skill: any) => skill.skill_scores.overall_score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    expect(body[0].skill_scores).toMatchObject({ evidence_count: 0, is_prior: true })
  })

  test.each(['stripe-mcp', 'exa-mcp-server', 'time-mcp', 'git-mcp'])('200 a slug as the query finds its server first: %s', async (slug) => {
    const { value } = await app.tool('service_search', { q: slug, limit: 1 })
    expect(value.skills).toMatchObject([{ slug, packages: expect.any(Array), remotes: expect.any(Array) }])
  })

  test('200 finds by product name, by meaning and by tool', async () => {
    expect(slugs((await get('/api/skills?q=github&limit=3')).body)).toContain('github-mcp-server')
    const meaning = await get(`/api/skills?q=${encodeURIComponent('find web pages about a topic')}&limit=10`)
    expect(meaning.body.some((skill: any) => skill.capabilities.includes('web-search'))).toBe(true)
    expect(slugs((await get('/api/skills?q=brave_local_search&limit=3')).body)).toContain('brave-search-mcp')
    for (const [name, slug] of [
      ['GitHub', 'github-mcp-server'],
      ['notion', 'notion-mcp-server'],
      ['slack', 'slack-mcp'],
    ] as const) {
      expect(slugs((await get(`/api/skills?q=${name}&limit=1`)).body)).toEqual([slug])
    }
    for (const nothing of ['zzzzqqq', 'qwertyuiopasdf', 'xyzzy-nonexistent-tool', 'definitely not a tool']) {
      expect(slugs((await get(`/api/skills?q=${encodeURIComponent(nothing)}`)).body)).toEqual([])
    }
    expect(slugs((await get('/api/skills?q=mcp&limit=5')).body)).toHaveLength(5)
  })

  test('200 one word finds what bears it: a product not what is like it, a beginning the names that begin so', async () => {
    for (const name of ['stripe', 'Slack', 'Redis', 'supabase']) {
      for (const sort of ['', '&sort=stars']) {
        const { body } = await get(`/api/skills?q=${name}&limit=100${sort}`)
        expect(body.length).toBeGreaterThan(0)
        for (const skill of body) expect(JSON.stringify(skill).toLowerCase()).toContain(name.toLowerCase())
      }
    }
    expect(slugs((await get('/api/skills?q=play&limit=100')).body)).toContain('playwright-mcp')
    expect(slugs((await get('/api/skills?q=mong&limit=100')).body)).toContain('mongodb-mcp')
  })

  test.each([
    ['gith', 'github-mcp-server'],
    ['airt', 'airtable-mcp'],
    ['figm', 'figma-official-mcp'],
    ['linea', 'linear-api-mcp'],
  ])('200 the names that begin like an unfinished word come before what is spelled alike: %s', async (query, slug) => {
    const { body } = await get(`/api/skills?q=${query}`)
    expect(body[0].slug).toBe(slug)
    const begun = body.map((skill: any) => [skill.canonical_name, ...skill.aliases].some((name) => name.toLowerCase().includes(query)))
    expect(begun).toEqual(begun.toSorted((a: boolean, b: boolean) => Number(b) - Number(a)))
  })

  test.each([
    ['notoin', 'notion-mcp-server'],
    ['slak', 'slack-mcp'],
    ['githb', 'github-mcp-server'],
  ])('200 a misspelt name finds what is meant: %s', async (query, slug) => {
    expect((await get(`/api/skills?q=${query}`)).body[0].slug).toBe(slug)
  })

  test('200 pages do not overlap and the limit is clamped to 100', async () => {
    const first = await get('/api/skills?limit=10&sort=stars')
    const second = await get('/api/skills?limit=10&offset=10&sort=stars')
    expect(slugs(first.body).filter((slug) => slugs(second.body).includes(slug))).toEqual([])
    expect(first.body[9].skill_metrics.github_stars).toBeGreaterThanOrEqual(second.body[0].skill_metrics.github_stars)
    expect((await get('/api/skills?limit=1000')).body).toHaveLength(100)
    expect((await get('/api/skills?offset=999999')).body).toEqual([])
  })

  test('200 a query that many entries match is counted and paged to its end', async () => {
    const pages = await Promise.all([0, 100, 200, 300].map((offset) => get(`/api/skills?q=search&limit=100&offset=${offset}`)))
    const found = pages.flatMap(({ body }) => slugs(body))
    expect(found.length).toBeGreaterThan(200)
    expect(new Set(found).size).toBe(found.length)
    expect(pages.map(({ headers }) => Number(headers['x-total-count']))).toEqual(pages.map(() => found.length))
  })

  test('200 filters by vertical and workflow, with and without a query', async () => {
    for (const query of ['', '&q=invoice']) {
      const { body, headers } = await get(`/api/skills?vertical=finance-accounting&workflow=finance-accounting-automation${query}`)
      expect(body.length).toBeGreaterThan(0)
      expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(body.length)
      for (const skill of body) expect(skill.verticals).toContain('finance-accounting')
    }
  })

  test.each([
    [404, 'vertical', 'space-travel', 'healthcare'],
    [404, 'workflow', 'napping', 'knowledge-management'],
    [400, 'sort', 'luck', 'stars'],
  ])('%i names the allowed values of %s', async (wanted, field, value, allowed) => {
    const { status, body } = await get(`/api/skills?${field}=${value}`)
    expect(status).toBe(wanted)
    expect(body.details[0]).toMatchObject({ path: field, message: expect.stringContaining(allowed) })
  })

  test.each([
    ['vertical=health', ['healthcare']],
    ['vertical=Retail', ['ecommerce-retail']],
    ['workflow=email', ['communication-email']],
    ['workflow=support', ['customer-support-automation']],
    ['workflow=researc-competitive-intelligence', ['research-competitive-intelligence']],
    ['workflow=napping', undefined],
  ])('404 for %s means %j', async (query, meant) => {
    const { status, body } = await get(`/api/skills?${query}`)
    expect([status, body.did_you_mean]).toEqual([404, meant])
  })

  test('the tool answers the same entries with their total', async () => {
    const rest = await get('/api/skills?q=postgres&limit=4')
    const { value } = await app.tool('service_search', { q: 'postgres', limit: 4 })
    expect(value).toMatchObject({ skills: rest.body, total: Number(rest.headers['x-total-count']) })
  })
})

describe('GET /api/skills/{slug}', () => {
  test('200 gives the whole entry with a stable id', async () => {
    const { status, body } = await get('/api/skills/github-mcp-server')
    expect(status).toBe(200)
    expect(body).toMatchObject({ slug: 'github-mcp-server', official: true, status: 'active', skill_metrics: { github_stars: 27953 } })
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test.each(['Stripe', 'STRIPE-MCP', 'stripe_mcp'])('404 for %s names one slug alone, since nothing else can be meant', async (slug) => {
    const { status, body } = await app.request('GET', `/api/skills/${slug}`)
    expect([status, body.did_you_mean]).toEqual([404, ['stripe-mcp']])
  })

  test.each(['github', 'github-mcp-sever', 'gihub-mcp-server'])('404 for %s names the nearest slug', async (slug) => {
    const { status, body } = await get(`/api/skills/${slug}`)
    expect(status).toBe(404)
    expect(body.did_you_mean).toContain('github-mcp-server')
  })

  test('404 the search that it names can be sent as it stands', async () => {
    const { status, body } = await get(`/api/skills/${encodeURIComponent('qqq & zzz/ü')}`)
    const [, search = ''] = /Search with GET (\S+)$/.exec(body.error) ?? []
    expect([status, search]).toEqual([404, '/api/skills?q=qqq%20%26%20zzz%2F%C3%BC'])
    expect((await get(search)).status).toBe(200)
  })

  test('404 without a suggestion when nothing is near', async () => {
    const { status, body } = await get('/api/skills/zzzzqqqqxxxx')
    expect(status).toBe(404)
    expect(body).not.toHaveProperty('did_you_mean')
  })
})

describe('GET /api/skills/compare', () => {
  test('200 ranks every dimension and says who wins and why', async () => {
    const { status, body } = await get('/api/skills/compare?slugs=brave-search-mcp,exa-mcp-server')
    expect(status).toBe(200)
    expect(body.dimensions.map(({ dimension }: any) => dimension)).toEqual([
      'output_quality',
      'reliability',
      'efficiency',
      'cost',
      'trust',
      'value',
    ])
    for (const { ranking, winner, why } of body.dimensions) {
      expect(ranking[0].score).toBeGreaterThanOrEqual(ranking[1].score)
      if (winner) expect(winner).toBe(ranking[0].slug)
      expect(why).toMatch(/[A-Z].*\.$/)
    }
    expect(body.why).toContain('No outcomes are reported')
    const { value } = await app.tool('service_compare', { slugs: ['brave-search-mcp', 'exa-mcp-server'] })
    expect(value).toMatchObject(body)
  })

  test.each(['', '?slugs=github-mcp-server', '?slugs=a,b,c,d,e', '?slugs=github-mcp-server,github-mcp-server'])(
    '400 for %j',
    async (query) => {
      const { status, body } = await get(`/api/skills/compare${query}`)
      expect(status).toBe(400)
      expect(body.details[0].path).toBe('slugs')
    },
  )

  test('404 when one of them is unknown', async () => {
    expect((await get('/api/skills/compare?slugs=github-mcp-server,nothing-like-it-at-all')).status).toBe(404)
  })
})

describe('GET /api/models', () => {
  test('200 lists 39 models over 6 providers in 7 tiers', async () => {
    const { body } = await get('/api/models')
    for (const unlisted of ['host', 'figures_under', 'regulated_use']) expect(body.models[0]).not.toHaveProperty(unlisted)
    expect(body.total).toBe(39)
    expect(new Set(body.models.map(({ provider }: any) => provider)).size).toBe(6)
    expect(body.tiers).toHaveLength(7)
    expect(body.tiers[0]).not.toHaveProperty('membership')
  })

  test('200 filters by provider and tier, 400 for unknown ones', async () => {
    const { body } = await get('/api/models?provider=OpenAI&tier=fast_code')
    expect(body.models.length).toBeGreaterThan(0)
    for (const model of body.models) expect(model).toMatchObject({ provider: 'openai', tiers: expect.arrayContaining(['fast_code']) })
    expect((await get('/api/models?provider=acme')).status).toBe(400)
    expect((await get('/api/models?tier=huge')).status).toBe(400)
  })
})

test('GET /api/taxonomy counts what carries each slug', async () => {
  const { body } = await get('/api/taxonomy')
  expect([body.verticals.length, body.workflows.length]).toEqual([13, 21])
  for (const { skills } of [...body.verticals, ...body.workflows]) expect(skills).toBeGreaterThan(0)
})
