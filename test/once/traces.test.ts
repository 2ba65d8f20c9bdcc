import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { headersIn, openTraces } from '../../src/adapters/traces.ts'
import { parentOf } from '../../src/faces/traces.ts'
import { testApp } from '../support/harness.ts'
import { standIn } from '../support/stand-in.ts'

test('requests become spans at the collector, under the caller’s trace, without addresses or text', async () => {
  const got: { path: string; key: unknown; text: string }[] = []
  const collector = await standIn(async (request, response) => {
    got.push({ path: request.url ?? '', key: request.headers['x-key'], text: await textOf(request) })
    response.writeHead(200).end('{}')
  })
  const app = await testApp({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
      OTEL_SERVICE_NAME: 'waymark-test',
    },
  })
  const trace = '0af7651916cd43dd8448eb211c80319c'
  await app.request('GET', '/api/skills/stripe-mcp?note=private', undefined, { traceparent: `00-${trace}-b7ad6b7169203331-01` })
  await app.request('GET', '/api/live', undefined, { traceparent: `00-${trace}-b7ad6b7169203331-00` })
  await app.request('POST', '/api/route', { task: 'something secret' })
  await app.close()
  await collector.close()
  expect(got).toMatchObject([{ path: '/v1/traces', key: 'a b' }])
  const [{ resource, scopeSpans }] = JSON.parse(got[0]?.text ?? '').resourceSpans
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'waymark-test' } })
  const [{ spans }] = scopeSpans
  expect(spans).toHaveLength(2)
  expect(spans[0]).toMatchObject({ traceId: trace, parentSpanId: 'b7ad6b7169203331', name: 'GET /api/skills/:slug', kind: 2 })
  expect(BigInt(spans[0].endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(spans[0].startTimeUnixNano))
  expect(spans[0].attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } })
  expect(got[0]?.text).not.toMatch(/secret|private/)
})

test('a collector that is away disturbs nothing', async () => {
  const app = await testApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } })
  expect((await app.request('GET', '/api/live')).status).toBe(200)
  await app.close()
})

const span = { trace_id: 'a', span_id: 'b', parent_id: undefined, name: 'GET /', started_ms: 1, ended_ms: 2, failed: false, attributes: {} }

test('a collector that takes spans and never answers does not hold up the end', async () => {
  const silent = await standIn(() => {})
  const traces = openTraces({ endpoint: silent.url, headers: {}, serviceName: 'w', onError: () => {} })
  for (let i = 0; i < 2000; i++) traces.add(span)
  const asked = performance.now()
  await traces.close()
  expect(performance.now() - asked).toBeLessThan(8000)
  await silent.close()
})

test('headers for the collector are not sent on to where it redirects', async () => {
  const paths: string[] = []
  const { url: endpoint, close } = await standIn((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const lost: number[] = []
  const traces = openTraces({ endpoint, headers: { 'x-key': 'k' }, serviceName: 'w', onError: (_, count) => void lost.push(count) })
  traces.add(span)
  await traces.close()
  await close()
  expect([paths, lost]).toEqual([['/v1/traces'], [1]])
})

test('spans that wait for a slow collector are bounded, and those beyond are counted as lost', async () => {
  const answers: (() => void)[] = []
  let got = 0
  let isSlow = true
  const collector = await standIn(async (request, response) => {
    got += JSON.parse(await textOf(request)).resourceSpans[0].scopeSpans[0].spans.length
    const answer = () => response.writeHead(500).end()
    if (isSlow) answers.push(answer)
    else answer()
  })
  let lost = 0
  const traces = openTraces({
    endpoint: collector.url,
    headers: {},
    serviceName: 'test',
    onError: (_, count) => (lost += count),
    everyMs: 600_000,
  })
  const add = (count: number) => {
    for (let i = 0; i < count; i++) traces.add(span)
  }
  add(1)
  void traces.flush()
  await expect.poll(() => answers).toHaveLength(1)
  for (let i = 0; i < 3; i++) {
    add(4096)
    void traces.flush()
  }
  isSlow = false
  for (const answer of answers) answer()
  await traces.close()
  await collector.close()
  expect(got).toBe(1 + 4096)
  expect(lost).toBe(1 + 3 * 4096)
})

test.each([undefined, '', 'nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, '00-0af7651916cd43dd8448eb211c80319c-0-01'])(
  'traceparent %j counts as absent',
  (header) => expect(parentOf(header)).toBeUndefined(),
)

test('headers are read as OpenTelemetry writes them', () => {
  expect(headersIn(['Authorization=Basic%20abc=', 'X-Team = a'])).toEqual({ authorization: 'Basic abc=', 'x-team': 'a' })
  expect(headersIn(['a=%zz'])).toEqual({ a: '%zz' })
})
