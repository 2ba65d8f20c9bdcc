import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import { decodeName } from './modern.ts'

const version = 'io.modelcontextprotocol/protocolVersion'
const capabilities = 'io.modelcontextprotocol/clientCapabilities'
const meta = { [version]: '2026-07-28', [capabilities]: {} }
const none = { version: undefined, method: undefined, name: undefined }
const good = { version: '2026-07-28', method: 'tools/call', name: 'service_route' }
const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const call = (params: object = {}) => request('tools/call', { name: 'service_route', _meta: meta, ...params })
const read = (uri: unknown, given: object = meta) => request('resources/read', { uri, _meta: given })
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

describe('which revision', () => {
  test.each([
    ['nothing but JSON', request('tools/list'), none, false],
    ['a header of each earlier revision', request('tools/list'), { ...none, version: '2025-11-25' }, false],
    ['initialize with metadata that is not whole', request('initialize', { _meta: { [version]: '2026-07-28' } }), none, false],
    ['initialize that asks for the newest revision', request('initialize', { protocolVersion: '2026-07-28' }), none, false],
    ['initialize under an unknown old header', request('initialize'), { ...none, version: '2024-10-07' }, false],
    ['a header naming the method alone', request('initialize'), { ...none, method: 'initialize' }, false],
    ['metadata and headers that agree', call(), good, true],
    ['a name in base64', read('waymark://skills/café'), { ...good, method: 'resources/read', name: base64('waymark://skills/café') }, true],
    ['blanks around the name', call(), { ...good, name: '  service_route ' }, true],
    ['a name where none is needed', request('tools/list', { _meta: meta }), { ...good, method: 'tools/list', name: 'anything' }, true],
    ['an unknown method of any name', request('constructor', { _meta: meta }), { ...good, method: 'constructor', name: undefined }, true],
    ['initialize with whole metadata', request('initialize', { _meta: meta }), { ...good, method: 'initialize' }, true],
    ['further keys in the metadata', call({ _meta: { ...meta, 'example.com/x': 1 } }), good, true],
  ])('%s', (_, body, headers, isModern) => {
    expect(judge(body, headers)).toMatchObject({ kind: 'request', isModern })
  })
})

describe('headers and body that do not agree are refused with 400', () => {
  test.each([
    ['no metadata', request('tools/call', { name: 'service_route' }), good, -32602],
    ['metadata that is a list', request('tools/call', { name: 'service_route', _meta: [] }), good, -32602],
    ['params that are a list', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: [] }, good, -32602],
    ['no revision in the metadata', call({ _meta: { [capabilities]: {} } }), good, -32602],
    ['a revision that is a number', call({ _meta: { ...meta, [version]: 20260728 } }), good, -32602],
    ['no capabilities', call({ _meta: { [version]: '2026-07-28' } }), good, -32602],
    ['capabilities as a list', call({ _meta: { ...meta, [capabilities]: [] } }), good, -32602],
    ['no revision header', call(), { ...good, version: undefined }, -32020],
    ['an empty revision header', call(), { ...good, version: '' }, -32020],
    ['an earlier revision in the header', call(), { ...good, version: '2025-11-25' }, -32020],
    ['a later revision in the header', call(), { ...good, version: '2027-01-01' }, -32020],
    ['the revision header twice', call(), { ...good, version: '2026-07-28, 2026-07-28' }, -32020],
    ['an unknown revision in the body alone', call({ _meta: { ...meta, [version]: 'v999.0.0' } }), good, -32020],
    ['an unknown revision in both', call({ _meta: { ...meta, [version]: 'v999.0.0' } }), { ...good, version: 'v999.0.0' }, -32022],
    ['an earlier revision in both', call({ _meta: { ...meta, [version]: '2025-11-25' } }), { ...good, version: '2025-11-25' }, -32022],
    [
      'an unknown revision and a wrong method',
      call({ _meta: { ...meta, [version]: 'v9' } }),
      { ...good, version: 'v9', method: 'x' },
      -32022,
    ],
    ['no method header', call(), { ...good, method: undefined }, -32020],
    ['another method in the header', call(), { ...good, method: 'tools/list' }, -32020],
    ['the method in other case', call(), { ...good, method: 'Tools/Call' }, -32020],
    ['no name header', call(), { ...good, name: undefined }, -32020],
    ['another name in the header', call(), { ...good, name: 'service_report' }, -32020],
    ['the name in other case', call(), { ...good, name: 'Service_Route' }, -32020],
    [
      'a prompt under another name',
      request('prompts/get', { name: 'route_task', _meta: meta }),
      { ...good, method: 'prompts/get', name: 'x' },
      -32020,
    ],
    ['a resource under another address', read('waymark://models'), { ...good, method: 'resources/read', name: 'waymark://other' }, -32020],
    ['base64 without its padding', call(), { ...good, name: '=?base64?c2VydmljZV9yb3V0ZQ?=' }, -32020],
    ['base64 with foreign letters', call(), { ...good, name: '=?base64?c2Vydm*jZV9yb3V0ZQ==?=' }, -32020],
    ['base64 that is no UTF-8', call(), { ...good, name: '=?base64?/w==?=' }, -32020],
    ['base64 of another name', call(), { ...good, name: base64('service_report') }, -32020],
    ['a body without a name', request('tools/call', { _meta: meta }), good, -32020],
    ['a modern header over a body without metadata', request('tools/list'), { ...none, version: 'v999.0.0' }, -32602],
    ['initialize under a modern header', request('initialize'), { ...none, version: '2026-07-28' }, -32020],
    ['an unknown old revision', request('tools/list'), { ...none, version: '1999-01-01' }, -32022],
  ])('%s', (_, body, headers, code) => {
    const judged = judge(body, headers)
    expect(judged).toMatchObject({ kind: 'refused', status: 400, id: 1, error: { code } })
  })

  test.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a reply', { jsonrpc: '2.0', id: 3, result: {} }],
  ])('%s under a revision that is not served, which has no answer of its own', (_, body) => {
    for (const unknown of ['1999-01-01', 'v999.0.0', ''])
      expect(judge(body, { ...none, version: unknown })).toMatchObject({
        kind: 'refused',
        status: 400,
        id: undefined,
        error: { code: -32022 },
      })
    for (const served of [undefined, '2024-11-05', '2025-11-25', '2026-07-28'])
      expect(judge(body, { ...none, version: served })).toEqual({ kind: 'silent' })
  })

  test('an unknown revision comes with those that are served', () => {
    const judged = judge(call({ _meta: { ...meta, [version]: 'v999.0.0' } }), { ...good, version: 'v999.0.0' })
    expect(judged).toMatchObject({
      error: { data: { requested: 'v999.0.0', supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] } },
    })
  })
})

test('an earlier revision in the metadata is told that it begins with initialize', () => {
  const judged = judge(call({ _meta: { ...meta, [version]: '2025-11-25' } }), { ...good, version: '2025-11-25' })
  expect(judged).toMatchObject({ error: { code: -32022, message: expect.stringMatching(/^Revision 2025-11-25 has no .*initialize/) } })
})

test('names come plain or as strict base64', () => {
  expect(decodeName('plain')).toBe('plain')
  expect(decodeName(base64('ñandú'))).toBe('ñandú')
  expect(decodeName('=?base64??=')).toBe('')
  expect(decodeName('=?base64?YQ=?=')).toBeUndefined()
})
