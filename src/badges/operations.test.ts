import { XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { shownScore } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'https://waymark.example/' } })
})
afterAll(() => app.close())

const badge = (path: string, headers = {}) => app.request('GET', `/api/badge/${path}`, undefined, headers)
const title = (svg: string) => /<title>(.*?)<\/title>/.exec(svg)?.[1]

test('200 an SVG with the score, kept for an hour with an ETag', async () => {
  const { status, text, headers } = await badge('firecrawl-mcp')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('image/svg+xml')
  expect(headers['cache-control']).toBe('public, max-age=3600')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(XMLValidator.validate(text)).toBe(true)
  const [skill] = (await app.request('GET', '/api/skills?q=firecrawl-mcp')).body
  expect(skill.slug).toBe('firecrawl-mcp')
  const score = shownScore(skill.skill_scores.overall_score)
  expect(text).toContain(`>${score}<`)
  expect(title(text)).toContain(`scores ${score} on Waymark by its published facts; no reports yet`)
  expect((await badge('firecrawl-mcp.svg')).text).toBe(text)
  const etag = String(headers.etag)
  const same = await badge('firecrawl-mcp', { 'if-none-match': etag })
  expect([same.status, same.text]).toEqual([304, ''])
  expect((await badge('firecrawl-mcp', { 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
  expect((await badge('firecrawl-mcp', { 'if-none-match': '"other"' })).status).toBe(200)
})

// What a browser sends for an <img>.
const asPicture = { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' }

test.each(['no-such-server', 'a'.repeat(200), encodeURIComponent('"><script>'), encodeURIComponent('../../etc')])(
  '404 badge for %s where a picture is asked for',
  async (slug) => {
    const { status, text, headers } = await badge(slug, asPicture)
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(headers.vary).toBe('accept')
    expect(headers.etag).toBeUndefined()
    expect(XMLValidator.validate(text)).toBe(true)
    expect(text).toContain('404')
    expect(text).not.toContain('script')
  },
)

test.each([
  ['firecrawl-mpc', 'firecrawl-mcp'],
  ['challenge/competitor-shet/nobody', 'competitor-sheet'],
  ['challenge/competitor-sheet/nobody', undefined],
  ['agent/nobody', undefined],
])('404 the error body for %s, with what is near', async (path, near) => {
  const { status, body, headers } = await badge(path, { accept: '*/*' })
  expect([status, body.code, headers.vary]).toEqual([404, 'not_found', 'accept'])
  expect(body.did_you_mean?.[0]).toBe(near)
  expect((await badge(path)).body).toEqual(body)
})

test('200 the tier of an agent, verified once it is', async () => {
  const name = 'Bob & <Sons> / 100%'
  const id = await app.register(name)
  const path = `agent/${encodeURIComponent(name)}`
  expect(title((await badge(path)).text)).toBe('Bob &amp; &lt;Sons&gt; / 100% is baseline on Waymark')
  await app.store.execute('UPDATE agents SET verified_at = $2, trust_score = 50 WHERE agent_identity_id = $1', [
    id,
    app.clock.now.toISOString(),
  ])
  expect((await badge(path)).text).toContain('>verified<')
  expect((await badge('agent/nobody')).status).toBe(404)
  await app.register('poster.svg')
  expect(title((await badge('agent/poster.svg')).text)).toBe('poster.svg is baseline on Waymark')
  expect(title((await badge('agent/poster.svg.svg')).text)).toBe('poster.svg is baseline on Waymark')
})

test('200 the best medal of an agent in a challenge', async () => {
  const agent_identity_id = await app.register('medalist')
  const path = 'challenge/competitor-sheet/medalist'
  expect((await badge(path)).text).toContain('>no medal<')
  const measures = { steps_taken: 1, total_latency_ms: 1000, total_cost_usd: 0.01 }
  for (const score of [9, 6]) {
    const body = { challenge_slug: 'competitor-sheet', agent_identity_id, ...measures, completeness_score: score, quality_score: score }
    await app.request('POST', '/api/challenges/submit', body)
  }
  expect((await badge(path)).text).toContain('>gold<')
  expect((await badge('challenge/no-such/medalist')).status).toBe(404)
  expect((await badge('challenge/competitor-sheet/nobody')).status).toBe(404)
})

test('200 with the lines to put into a README', async () => {
  const { body } = await app.request('GET', '/api/badge-snippet/firecrawl-mcp')
  expect(body.markdown).toContain('](https://waymark.example/api/badge/firecrawl-mcp)](https://waymark.example/tools/firecrawl-mcp)')
  expect((await app.request('GET', '/api/badge-snippet/firecrawl-mcp.svg')).body).toEqual(body)
  expect((await app.request('GET', '/api/badge-snippet/firecrawl-mpc')).body.did_you_mean).toContain('firecrawl-mcp')
})

test('without PUBLIC_URL the lines name the address they were asked under', async () => {
  const plain = await testApp({ env: { HOST: '::' } })
  const imageUnder = async (host: string) =>
    (await plain.request('GET', '/api/badge-snippet/firecrawl-mcp', undefined, { host })).body.image_url
  const found = [await imageUnder('box.example:8787'), await imageUnder('[2001:db8::1]:8787')]
  await plain.close()
  expect(found).toEqual(['http://box.example:8787/api/badge/firecrawl-mcp', 'http://[2001:db8::1]:8787/api/badge/firecrawl-mcp'])
})

test('the description tells that a 404 is an error body or an image', async () => {
  const { paths } = (await app.request('GET', '/api/openapi.json')).body
  for (const path of ['/api/badge/{slug}', '/api/badge/agent/{agent_name}', '/api/badge/challenge/{slug}/{agent_name}']) {
    expect(Object.keys(paths[path].get.responses[404].content)).toEqual(['image/svg+xml', 'application/json'])
  }
  expect(paths['/api/badge-snippet/{slug}'].get.responses[404]).toBeUndefined()
})
