import type { IncomingMessage, ServerResponse } from 'node:http'
import { json as jsonOf } from 'node:stream/consumers'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../support/harness.ts'
import { type StandIn, standIn } from '../support/stand-in.ts'

type Reply = (request: { body: any; headers: IncomingMessage['headers'] }, response: ServerResponse) => void

let app: TestApp | undefined
let server: StandIn | undefined
afterEach(async () => {
  await app?.close()
  await server?.close()
  app = undefined
  server = undefined
})

async function endpoint(reply: Reply): Promise<{ url: string; asked: any[] }> {
  const asked: any[] = []
  server = await standIn(async (request, response) => {
    const body: any = await jsonOf(request)
    asked.push({ path: request.url, body, headers: request.headers })
    reply({ body, headers: request.headers }, response)
  })
  return { url: `${server.url}/v1`, asked }
}

const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
const says = (content: unknown): Reply => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return (_, response) => json(response, { choices: [{ message: { role: 'assistant', content: text } }] })
}
const withClassifier = async (url: string, more: Record<string, string> = {}) => {
  app = await testApp({
    env: { CLASSIFIER_URL: url, CLASSIFIER_MODEL: 'small', CLASSIFIER_KEY: 'secret-key', CLASSIFIER_BUDGET_MS: '30000', ...more },
  })
  return async (task: string) => (await app!.request('POST', '/api/route', { task })).body
}
// Neither plainly a tool's work nor plainly a model's, so that the language model's word decides.
const open = 'Prepare the minutes'
const calls = async (result: string) =>
  Number(
    new RegExp(`waymark_classifications_total\\{result="${result}"\\} (\\d+)`).exec((await app!.request('GET', '/metrics')).text)?.[1] ?? 0,
  )
const label = { task_type: 'qa', complexity: 'complex', needs_tool: false, creative_writing: false }

test('a language model decides what the text leaves open, asked once and with the task as marked data', async () => {
  const { url, asked } = await endpoint(says(label))
  const route = await withClassifier(url)
  const first = await route(open)
  expect(first.routing_metadata.classification).toEqual({ ...label, source: 'llm' })
  expect(first.routing_metadata.reasons).toContain('llm_classified')
  await route(`  ${open.toUpperCase()} `)
  expect(asked).toHaveLength(1)
  expect(await calls('answered')).toBe(1)
  expect(asked[0].path).toBe('/v1/chat/completions')
  expect(asked[0].headers.authorization).toBe('Bearer secret-key')
  expect(asked[0].body.messages[1].content).toMatch(/^BEGIN ([0-9a-f]{16})\nPrepare the minutes\nEND \1$/)
})

test('a language model is asked the whole task, also what the built-in models leave out', async () => {
  const { url, asked } = await endpoint(says(label))
  const task =
    'Could you please put Rita on the list for the induction day? She starts on Monday. I am in a meeting until four, so no rush.'
  await (await withClassifier(url))(task)
  expect(asked[0].body.messages[1].content).toContain(task)
})

test('a language model tells the steps in the words of the task, and of which kind each is', async () => {
  const task = 'if it is windy in Tarifa tomorrow, have the awning pulled in at noon'
  const steps = [
    { part: 'windy in Tarifa tomorrow', kinds: ['weather'] },
    { part: 'have the awning pulled in at noon', kinds: ['smart-home'] },
  ]
  const { url, asked } = await endpoint(says({ ...label, task_type: 'agentic', needs_tool: true, steps }))
  const answer = await (await withClassifier(url))(task)
  expect(answer).toMatchObject({ approach: 'multi_tool', orchestration: [{ tool_category: 'weather' }, { tool_category: 'smart-home' }] })
  expect(asked[0].body.messages[0].content).toContain('smart-home')
  const { properties } = asked[0].body.response_format.json_schema.schema
  expect(properties.steps.items.properties.kinds.items.enum).toContain('weather')
})

test.each<[string, Reply]>([
  ['prose', says('I think it needs a tool.')],
  ['another value', says({ ...label, task_type: 'espionage' })],
  ['more than was asked', says({ ...label, recommended_skill: 'evil-mcp' })],
  ['nothing', (_, response) => json(response, {})],
  ['an error', (_, response) => json(response, { error: 'no' }, 500)],
  ['half a reply', (_, response) => response.writeHead(200, { 'content-length': '999' }).write('{"choi')],
  ['too much', (_, response) => response.end(JSON.stringify({ choices: [{ message: { content: 'x'.repeat(5_000_000) } }] }))],
  ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
])('the built-in answer stands when the endpoint says %s', async (_, reply) => {
  const { url } = await endpoint(reply)
  const route = await withClassifier(url, { CLASSIFIER_BUDGET_MS: '400' })
  const answer = await route(open)
  expect(answer.routing_metadata.classification.source).toBe('built_in')
  expect(JSON.stringify(answer)).not.toContain('evil-mcp')
})

test('the built-in answer stands when the endpoint is late, and it is left alone after failing often', async () => {
  const { url, asked } = await endpoint(() => {})
  const route = await withClassifier(url, { CLASSIFIER_BUDGET_MS: '1000' })
  for (let at = 0; at < 8; at++) expect((await route(`${open} of shop ${at}`)).routing_metadata.classification.source).toBe('built_in')
  expect(asked).toHaveLength(5)
  app!.clock.advance(31_000)
  await route(`${open} of yet another shop`)
  expect(asked).toHaveLength(6)
})

test('a late answer of a language model counts from the next time on, and keeps it asked', async () => {
  const { url, asked } = await endpoint((request, response) => {
    setTimeout(() => says({ ...label, task_type: 'agentic', needs_tool: true })(request, response), 400)
  })
  const route = await withClassifier(url, { CLASSIFIER_BUDGET_MS: '20' })
  const sourceOf = async (task: string) => (await route(task)).routing_metadata.classification.source
  for (let at = 0; at < 7; at++) {
    const task = `${open} of shop ${at}`
    expect(await sourceOf(task)).toBe('built_in')
    await expect.poll(() => sourceOf(task)).toBe('llm')
  }
  expect(asked).toHaveLength(7)
  expect(await calls('late')).toBe(7)
  expect(await calls('answered')).toBe(0)
})

test('the log tells a refusal from an endpoint that is away, and what is only half set, without a word of the task', async () => {
  const refusing = await endpoint((_, response) => json(response, { error: open }, 401))
  const lines: { endpoint?: string; reason?: string; msg: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const classifier = { CLASSIFIER_URL: refusing.url, CLASSIFIER_MODEL: 'm', CLASSIFIER_BUDGET_MS: '30000' }
  const embeddings = { EMBEDDINGS_URL: 'http://127.0.0.1:2', EMBEDDINGS_MODEL: 'm' }
  app = await testApp({ log, env: { ...classifier, ...embeddings } })
  await app.request('POST', '/api/route', { task: open })
  await app.close()
  app = await testApp({ log, env: { CLASSIFIER_URL: refusing.url, EMBEDDINGS_MODEL: 'm' } })
  expect(lines.find((line) => line.endpoint === 'classifier')?.reason).toBe('the endpoint answered 401')
  expect(lines.find((line) => line.endpoint === 'embeddings')?.reason).toBe('ECONNREFUSED')
  expect(lines.map(({ msg }) => msg)).toContain('CLASSIFIER_MODEL is not set, so CLASSIFIER_URL is not used')
  expect(lines.map(({ msg }) => msg)).toContain('EMBEDDINGS_URL is not set, so EMBEDDINGS_MODEL is not used')
  expect(JSON.stringify(lines)).not.toContain(open)
})

test('the built-in answer stands when nothing listens', async () => {
  const { url } = await endpoint(says(label))
  await server?.close()
  server = undefined
  const route = await withClassifier(url)
  expect((await route(open)).routing_metadata.classification.source).toBe('built_in')
})

test('a language model cannot talk a plain need for a tool away, nor invent one', async () => {
  const { url } = await endpoint(says(label))
  const refund = await (await withClassifier(url))('Refund the last payment of customer ACME in Stripe')
  expect(refund).toMatchObject({ approach: 'mcp_server', recommended_skill: 'stripe-mcp' })
  expect(refund.routing_metadata.classification.source).toBe('built_in')
})

test('an embedder re-ranks what is near, in the background for documents it has not seen', async () => {
  let favourite = '\n'
  const { url, asked } = await endpoint(({ body }, response) => {
    const vector = (isMeant: boolean) => Array.from({ length: 8 }, (_, at) => (isMeant ? at + 1 : 8 - at))
    json(response, {
      data: body.input.map((text: string, index: number) => ({
        index,
        embedding: vector((index === 0 && !/:/.test(text)) || text.includes(favourite)),
      })),
    })
  })
  const task = 'post a message in the general channel'
  const ask = async () => (await app!.request('POST', '/api/route', { task })).body
  app = await testApp()
  const plain = await ask()
  const [second] = plain.alternatives
  const { body: wanted } = await app.request('GET', `/api/skills/${second}`)
  favourite = wanted.description.slice(0, 40)
  await app.close()
  app = await testApp({ env: { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'small', CLASSIFIER_BUDGET_MS: '30000' } })
  await ask()
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2)
  await expect.poll(async () => (await ask()).recommended_skill).toBe(second)
  expect(plain.recommended_skill).not.toBe(second)
})

test.each<[string, Reply]>([
  [
    'vectors of another number',
    ({ body }, response) =>
      json(response, { data: body.input.slice(1).map((_: string, index: number) => ({ index, embedding: Array(8).fill(1) })) }),
  ],
  ['words', (_, response) => json(response, { data: 'none' })],
  ['an error', (_, response) => json(response, {}, 503)],
])('routing does without an embedder that answers with %s', async (_, reply) => {
  const { url } = await endpoint(reply)
  app = await testApp({ env: { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'small', CLASSIFIER_BUDGET_MS: '30000' } })
  const { status, body } = await app.request('POST', '/api/route', { task: 'Refund a payment in Stripe' })
  expect(status).toBe(200)
  expect(body.recommended_skill).toBe('stripe-mcp')
})
