import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/support/harness.ts'
import { officialKey, readOutside, waymarkKey } from '../catalog/outside.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('200 pages through the whole catalog, each server once, in the registry’s form', async () => {
  const names: string[] = []
  let cursor = ''
  do {
    const { status, body } = await app.request('GET', `/v0/servers?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    expect(status).toBe(200)
    expect(body.metadata.count).toBe(body.servers.length)
    for (const { server, _meta } of body.servers) {
      names.push(server.name)
      expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
      expect(server.description.length).toBeGreaterThan(0)
      expect(server.description.length).toBeLessThanOrEqual(100)
      expect(_meta[officialKey]).toMatchObject({ status: 'active', isLatest: true })
      expect(_meta[waymarkKey].scores.value_score).toBeGreaterThanOrEqual(0)
    }
    cursor = body.metadata.nextCursor ?? ''
  } while (cursor)
  expect(new Set(names).size).toBe(names.length)
  const { headers } = await app.request('GET', '/api/skills?limit=1')
  expect(names).toHaveLength(Number(headers['x-total-count']))
})

test('200 searches by part of a name, on both versions of the path', async () => {
  for (const version of ['v0', 'v0.1']) {
    const { body } = await app.request('GET', `/${version}/servers?search=GitHub&limit=100`)
    expect(body.servers.map(({ server }: { server: { name: string } }) => server.name)).toContain('waymark/github-mcp-server')
    expect(
      body.servers.every(({ server }: { server: { name: string; title: string } }) => /github/i.test(server.name + server.title)),
    ).toBe(true)
  }
  const { body } = await app.request('GET', '/v0/servers?updated_since=2020-01-01T00:00:00Z')
  expect(body.servers).toEqual([])
})

test('200 what changed since a moment, however the moment is written; 400 says how to write it', async () => {
  const secret = 'a-secret-of-more-than-thirty-two-characters'
  const other = await testApp({ env: { ADMIN_SECRET: secret } })
  other.clock.advance(250)
  const own = { slug: 'wombat-mcp', canonical_name: 'Wombat', description: 'Counts wombats.' }
  await other.request('POST', '/api/admin/catalog', own, { authorization: `Bearer ${secret}` })
  const since = async (moment: string) =>
    (await other.request('GET', `/v0/servers?updated_since=${encodeURIComponent(moment)}`)).body.servers.length
  expect(await since('2026-11-02T09:00:00Z')).toBe(1)
  expect(await since('2026-11-02T11:00:00+02:00')).toBe(1)
  expect(await since('2026-11-02T09:00:00.250Z')).toBe(1)
  expect(await since('2026-11-02T09:00:01Z')).toBe(0)
  expect(await since('2026-11-02T07:00:01-02:00')).toBe(0)
  const { status, body } = await other.request('GET', '/v0/servers?updated_since=yesterday')
  expect([status, body.details[0].message]).toEqual([400, 'must be a time such as 2026-03-01T00:00:00Z'])
  await other.close()
})

test('200 for one server by our name, by slug, by its repository and by version', async () => {
  const { body } = await app.request('GET', '/v0/servers/waymark%2Fgithub-mcp-server')
  expect(body.server).toMatchObject({ name: 'waymark/github-mcp-server', repository: { source: 'github' } })
  for (const path of [
    '/v0.1/servers/waymark%2Fgithub-mcp-server/versions/latest',
    `/v0.1/servers/waymark%2Fgithub-mcp-server/versions/${body.server.version}`,
    '/v0/servers/github-mcp-server',
    '/v0/servers/io.github.github%2Fgithub-mcp-server',
  ]) {
    expect((await app.request('GET', path)).body, path).toEqual(body)
  }
  expect((await app.request('GET', '/v0.1/servers/waymark%2Fgithub-mcp-server/versions')).body.servers).toEqual([body])
})

test('404 for an unknown server and version, with what is near', async () => {
  const unknown = await app.request('GET', '/v0/servers/waymark%2Fgithub-mcp-servr')
  expect(unknown).toMatchObject({
    status: 404,
    body: { code: 'not_found', did_you_mean: expect.arrayContaining(['waymark/github-mcp-server']) },
  })
  expect((await app.request('GET', '/v0/servers/github-mcp-server/versions/9.9.9')).status).toBe(404)
})

test('what is served can be imported again by another Waymark', async () => {
  const { body } = await app.request('GET', '/v0.1/servers?limit=100')
  for (const entry of body.servers) expect(readOutside(entry)).toHaveProperty('server')
})

test('what ships here and there is not added a second time', async () => {
  const secret = 'a-secret-of-more-than-thirty-two-characters'
  const other = await testApp({ env: { ADMIN_SECRET: secret } })
  let cursor = ''
  let read = 0
  do {
    const { servers, metadata } = (await app.request('GET', `/v0/servers?limit=100&cursor=${encodeURIComponent(cursor)}`)).body
    const bearer = { authorization: `Bearer ${secret}` }
    const { body } = await other.request('POST', '/api/admin/catalog/import', { source: 'the other one', servers }, bearer)
    expect(body).toMatchObject({ added: 0, skipped: servers.length })
    read += servers.length
    cursor = metadata.nextCursor ?? ''
  } while (cursor)
  expect(read).toBeGreaterThan(500)
  await other.close()
})
