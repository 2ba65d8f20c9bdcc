import { XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'https://waymark.example/' } })
})
afterAll(() => app.close())

test('200 llms.txt names every operation that is open to agents, and none of the operator', async () => {
  const { status, text, headers } = await app.request('GET', '/llms.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(/^# Waymark\n\n> /)
  for (const { name, access } of app.table) expect(text.includes(`/docs#${name})`), name).toBe(access !== 'admin')
  expect(text).toContain('(https://waymark.example/docs#route): ')
})

test('200 robots.txt lets pages and badges be read, and points to the map', async () => {
  const { text } = await app.request('GET', '/robots.txt')
  expect(text).toContain('Disallow: /operator\n')
  expect(text).toContain('Allow: /api/badge/\n')
  expect(text).toContain('Sitemap: https://waymark.example/sitemap.xml\n')
})

test('200 the map holds every page and tool, and each of them is there', async () => {
  const { text, headers } = await app.request('GET', '/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(XMLValidator.validate(text)).toBe(true)
  const places = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => new URL(place ?? '').pathname)
  const { headers: listed } = await app.request('GET', '/api/skills?limit=1')
  expect(places.filter((place) => place.startsWith('/tools/'))).toHaveLength(Number(listed['x-total-count']))
  expect(new Set(places).size).toBe(places.length)
  expect(places).toContain('/docs')
  for (const place of places.slice(0, 20)) expect((await app.request('GET', place)).status, place).toBe(200)
})

test('reading the map counts as no search, and shows at once what the operator brings and bans', async () => {
  const secret = 'a-secret-of-more-than-thirty-two-characters'
  const own = await testApp({ env: { ADMIN_SECRET: secret } })
  const ask = (path: string, body: object) => own.request('POST', `/api/admin/catalog${path}`, body, { authorization: `Bearer ${secret}` })
  const hasPage = async (slug: string) => (await own.request('GET', '/sitemap.xml')).text.includes(`/tools/${slug}<`)
  expect([await hasPage('stripe-mcp'), await hasPage('wombat-mcp')]).toEqual([true, false])
  await ask('', { slug: 'wombat-mcp', canonical_name: 'Wombat', description: 'Finds wombats.' })
  await ask('/stripe-mcp/decide', { action: 'ban' })
  expect([await hasPage('stripe-mcp'), await hasPage('wombat-mcp')]).toEqual([false, true])
  expect((await own.request('GET', '/metrics')).text).not.toContain('search_skills')
  await own.close()
})

test('a map of many pages has parts; 404 for one that is not there', async () => {
  const whole = await app.request('GET', '/sitemap.xml')
  expect((await app.request('GET', '/sitemap-1.xml')).text).toBe(whole.text)
  for (const part of ['0', '2', '99999999999999999999']) {
    const { status, body } = await app.request('GET', `/sitemap-${part}.xml`)
    expect([status, body.error]).toEqual([404, 'There is no such sitemap. Start from /sitemap.xml.'])
  }
  expect((await app.request('GET', '/sitemap-x.xml')).status).toBe(404)
})

test('the chapters of the guide are in the map and name themselves; 404 for one that is not there', async () => {
  const { text } = await app.request('GET', '/sitemap.xml')
  expect(text).toContain('<loc>https://waymark.example/guide/scoring</loc>')
  const asBrowser = { accept: 'text/html' }
  const chapter = await app.request('GET', '/guide/scoring/', undefined, asBrowser)
  expect([chapter.status, /<title>(.*)<\/title>/.exec(chapter.text)?.[1]]).toEqual([200, 'How tools are scored · Waymark'])
  expect(chapter.text).toContain('<link rel="canonical" href="https://waymark.example/guide/scoring">')
  for (const path of ['/guide/no-such-topic', '/tools/no-such-tool']) {
    const missing = await app.request('GET', path, undefined, asBrowser)
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(missing.text).not.toContain('canonical')
  }
})

test('200 the picture that goes with a link, where the service has a public address', async () => {
  const { text } = await app.request('GET', '/tools/stripe-mcp')
  const [, address = ''] = /<meta property="og:image" content="([^"]+)">/.exec(text) ?? []
  expect(address).toBe('https://waymark.example/card.png')
  const { status, headers } = await app.request('GET', new URL(address).pathname)
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
})

test('who runs no scripts is told what a page is about', async () => {
  const about = async (path: string) => /<noscript><main>(.*?)<p>These/.exec((await app.request('GET', path)).text)?.[1]
  expect(await about('/tools/stripe-mcp')).toMatch(/^<h1><bdi>Stripe<\/bdi><\/h1><p dir="auto">Stripe&#39;s own toolkit .+<\/p>$/)
  expect(await about('/')).toMatch(/^<h1><bdi>Waymark<\/bdi><\/h1><p dir="auto">Which tool server /)
})

test('without a public address the map is under the name that was asked for', async () => {
  const other = await testApp()
  expect((await other.request('GET', '/sitemap.xml', undefined, { host: 'localhost:8787' })).text).toContain(
    '<loc>http://localhost:8787/</loc>',
  )
  expect((await other.request('GET', '/openapi.json')).body).toEqual((await other.request('GET', '/api/openapi.json')).body)
  expect((await other.request('POST', '/llms.txt', {})).status).toBe(405)
  await other.close()
})
