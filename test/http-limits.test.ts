import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { testApp } from './support/harness.ts'

describe('rate limits', () => {
  test('429 says how long to wait, for networks and for agents; loopback is free unless asked', async () => {
    const limited = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_AGENT_PER_MINUTE: '2', RATE_LIMIT_LOOPBACK: 'on' } })
    const ask = () => limited.request('PUT', '/api/agents/preferences', { agent_identity_id: 'x', preferences: {} })
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([404, 404, 429])
    expect((await ask()).body.error).toContain('At most 2 requests a minute from one agent')
    const over = [await ask(), await ask()].at(-1)!
    expect(over.status).toBe(429)
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    expect(over.headers['ratelimit-limit']).toBe('5')
    for (const path of ['/api/health', '/api/health/', '/api/%68ealth']) expect((await limited.request('GET', path)).status).toBe(200)
    await limited.close()
  })

  test.each([
    ['60', 'At most 60 requests a minute from one network. Wait 1 second.'],
    ['30', 'At most 30 requests a minute from one network. Wait 2 seconds.'],
  ])('429 at %s a minute: %s', async (most, error) => {
    const limited = await testApp({ env: { RATE_LIMIT_PER_MINUTE: most, RATE_LIMIT_LOOPBACK: 'on' } })
    for (let sent = 0; sent < Number(most); sent += 1) await limited.request('GET', '/api/taxonomy')
    expect((await limited.request('GET', '/api/taxonomy')).body).toEqual({ error, code: 'rate_limited' })
    await limited.close()
  })

  test('the headers show the limit that is met first, over REST and MCP', async () => {
    const limited = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '6', RATE_LIMIT_AGENT_PER_MINUTE: '3', RATE_LIMIT_LOOPBACK: 'on' } })
    const agent_identity_id = await limited.register()
    const shown = ({ headers }: { headers: Record<string, unknown> }) => [headers['ratelimit-limit'], headers['ratelimit-remaining']]
    expect(shown(await limited.request('POST', '/api/route', { task: 'hello', agent_identity_id }))).toEqual(['3', '2'])
    const params = { name: 'service_balance', arguments: { agent_identity_id } }
    const overMcp = () => limited.request('POST', '/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(shown(await overMcp())).toEqual(['3', '1'])
    expect(shown(await overMcp())).toEqual(['3', '0'])
    expect(shown(await overMcp())).toEqual(['3', '0'])
    expect(shown(await limited.request('POST', '/api/route', { task: 'hello' }))).toEqual(['6', '0'])
    await limited.close()
  })

  test('429 for an agent that writes spaces around its identity to look like another', async () => {
    const limited = await testApp({ env: { RATE_LIMIT_AGENT_PER_MINUTE: '2', RATE_LIMIT_LOOPBACK: 'on' } })
    const id = await limited.register()
    const ask = async (agent_identity_id: string) =>
      (await limited.request('POST', '/api/route', { task: 'hello', agent_identity_id })).status
    expect([await ask(id), await ask(` ${id}`), await ask(`${id} `)]).toEqual([200, 200, 429])
    await limited.close()
  })

  test('429 for reports under a name alone, which leave the identity what it may ask', async () => {
    const limited = await testApp({ env: { RATE_LIMIT_AGENT_PER_MINUTE: '2', RATE_LIMIT_LOOPBACK: 'on' } })
    const agent_identity_id = await limited.register('named')
    const report = { skill_slug: 'github-mcp-server', outcome: 'success' }
    const answers = []
    for (const agent_name of ['named', ' named', 'named '])
      answers.push(await limited.request('POST', '/api/report', { ...report, agent_name }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]?.body.error).toContain('At most 2 requests a minute from one agent. Wait')
    expect((await limited.tool('service_report', { ...report, agent_name: 'named' })).value.code).toBe('rate_limited')
    expect((await limited.request('POST', '/api/report', { ...report, agent_identity_id })).status).toBe(200)
    expect((await limited.request('GET', '/api/badge/agent/named')).status).toBe(200)
    expect(await limited.register('named')).toBe(agent_identity_id)
    await limited.close()
  })

  test.each([
    ['/api/route', { task: 'hello' }],
    // Nothing else has asked who this agent is when it only reports.
    ['/api/report', { skill_slug: 'github-mcp-server', outcome: 'success' }],
  ])('a verified agent may call %s twice as often, and every 429 carries the limit', async (path, call) => {
    const secret = 'operator-secret-of-at-least-32-chars'
    const env = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_AGENT_PER_MINUTE: '2', RATE_LIMIT_LOOPBACK: 'on', ADMIN_SECRET: secret }
    const limited = await testApp({ env })
    const verified = await limited.register('verified')
    await limited.request('POST', '/api/verify', { agent_name: 'verified', x_handle: 'verified' })
    const operator = { authorization: `Bearer ${secret}` }
    const { body } = await limited.request('GET', '/api/admin/verifications', undefined, operator)
    await limited.request('POST', `/api/admin/verifications/${body.verifications[0].verification_id}/approve`, {}, operator)
    const statuses = async (agent_identity_id: string) => {
      const found = []
      for (let i = 0; i < 5; i++) found.push(await limited.request('POST', path, { ...call, agent_identity_id }))
      const { headers } = found.at(-1)!
      expect([headers['ratelimit-remaining'], Number(headers['retry-after']) > 0]).toEqual(['0', true])
      return [found.map(({ status }) => status), headers['ratelimit-limit']]
    }
    expect(await statuses(await limited.register('plain'))).toEqual([[200, 200, 429, 429, 429], '2'])
    expect(await statuses(verified)).toEqual([[200, 200, 200, 200, 429], '4'])
    await limited.close()
  })
})

describe('a proxy on the same machine', () => {
  const forwarding: [string, string][] = [
    ['x-forwarded-for', '203.0.113.1'],
    ['forwarded', 'for=203.0.113.1'],
    ['x-real-ip', '203.0.113.1'],
  ]
  const countedFor = async (env: Record<string, string>, name: string, values: readonly string[]) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const limited = await testApp({ env: { RATE_LIMIT_PER_MINUTE: '2', ...env }, log })
    const statuses = []
    for (const value of values) statuses.push((await limited.request('GET', '/api/skills', undefined, { [name]: value })).status)
    const direct = (await limited.request('GET', '/api/skills')).status
    await limited.close()
    return { statuses, direct, warnings: lines.filter((line) => line.includes('TRUSTED_PROXIES')).length }
  }

  test.each(forwarding)('one warning where %s comes untrusted: its clients count as local', async (name, value) => {
    expect(await countedFor({}, name, [value, value, value])).toEqual({ statuses: [200, 200, 200], direct: 200, warnings: 1 })
  })

  test('tells its clients apart once it is trusted, and which of them are on the machine', async () => {
    const clients = ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2', '127.0.0.1', '127.0.0.1', '127.0.0.1']
    expect(await countedFor({ TRUSTED_PROXIES: '127.0.0.1' }, 'x-forwarded-for', clients)).toEqual({
      statuses: [200, 200, 429, 200, 200, 200, 200],
      direct: 200,
      warnings: 0,
    })
  })
})

test('guessing the operator secret closes the door to a network, but not on a machine where all are local', async () => {
  const secret = 'operator-secret-of-at-least-32-chars'
  for (const [RATE_LIMIT_LOOPBACK, wrong, right] of [
    ['off', 403, 200],
    ['on', 429, 429],
  ] as const) {
    const guarded = await testApp({ env: { ADMIN_SECRET: secret, RATE_LIMIT_LOOPBACK } })
    const ask = (bearer: string) => guarded.request('GET', '/api/admin/verifications', undefined, { authorization: `Bearer ${bearer}` })
    for (let i = 0; i < 5; i++) await ask('wrong')
    const [sixth, own] = [await ask('wrong'), await ask(secret)]
    expect([sixth.status, own.status]).toEqual([wrong, right])
    if (wrong === 429) expect([sixth.headers['ratelimit-limit'], sixth.headers['retry-after']]).toEqual(['5', '900'])
    // The records of an agent open to the same secret, so they are no second door; its own identity always fits.
    const id = await guarded.register()
    const memory = (bearer: string) => guarded.request('GET', `/api/agents/${id}/memory`, undefined, { authorization: `Bearer ${bearer}` })
    const foreign = await guarded.register('foreign')
    const statuses = [await memory('wrong'), await memory(secret), await memory(foreign), await memory(id)].map(({ status }) => status)
    expect(statuses).toEqual([wrong, right, 403, 200])
    await guarded.close()
  }
})
