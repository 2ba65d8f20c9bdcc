import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSafeFetch, type SafeFetchOptions } from '../../src/adapters/safe-fetch.ts'
import { isPublicAddress, OutboundRefused, urlProblem } from '../../src/outbound.ts'
import { type StandIn, standIn } from '../support/stand-in.ts'

type Receiver = StandIn & { connections: () => number }

async function listen(answer: RequestListener): Promise<Receiver> {
  let connections = 0
  const receiver = await standIn(answer)
  receiver.server.on('connection', () => connections++)
  return { ...receiver, connections: () => connections }
}

let inner: Receiver
let redirecting: Receiver
beforeAll(async () => {
  inner = await listen((_, response) => response.end('secret'))
  redirecting = await listen((request, response) => {
    const to = decodeURIComponent(request.url?.slice(1) ?? '')
    response.writeHead(to === 'loop' ? 307 : 308, { location: to === 'loop' ? '/loop' : to }).end()
  })
})
afterAll(() => Promise.all([inner.close(), redirecting.close()]))

const get = (url: string, options: SafeFetchOptions = {}, rest: object = {}) =>
  createSafeFetch(options)({ url, method: 'GET', timeout_ms: 3000, most_bytes: 1000, most_redirects: 3, ...rest })

const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0x7f.1',
  '127.0.0.1.',
  '127%2e0%2e0%2e1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '240.0.0.1',
  'localhost',
  'LOCALHOST.',
  'api.localhost',
  'printer.local',
  'metadata.google.internal',
  'metadata',
  'router.lan',
  'db.corp',
  'host.home.arpa',
]

test(`${hosts.length} hostile addresses are refused and never connected to`, async () => {
  expect(hosts.length).toBeGreaterThanOrEqual(60)
  const before = inner.connections()
  for (const host of hosts) {
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${host}:${inner.port}/`
      expect([url, urlProblem(url) !== undefined]).toEqual([url, true])
      await expect(get(url)).rejects.toBeInstanceOf(OutboundRefused)
    }
  }
  expect(inner.connections()).toBe(before)
})

test.each([
  'file:///etc/passwd',
  'gopher://example.com/',
  'ftp://example.com/',
  'data:text/plain,x',
  'http://',
  'nothing',
  `https://a.com/${'x'.repeat(3000)}`,
])('%s is no address to call', async (url) => {
  expect(urlProblem(url)).toBeDefined()
  await expect(get(url)).rejects.toBeInstanceOf(OutboundRefused)
})

test.each([
  'http://user:secret@93.184.215.14/',
  'https://93.184.215.14@127.0.0.1/',
  'https://127.0.0.1\\@93.184.215.14/',
  'http://0x5db8d70e/',
])('%s is refused whatever it leads to', async (url) => {
  await expect(get(url)).rejects.toBeInstanceOf(OutboundRefused)
})

test.each(['https://93.184.215.14/hook', 'https://hooks.waymark.dev/x?y=1', 'http://[2606:4700:4700::1111]:8080/'])(
  '%s may be called',
  (url) => {
    expect(urlProblem(url)).toBeUndefined()
  },
)

test('public and other addresses are told apart at the edges of their ranges', () => {
  const shown = (addresses: string[]) => addresses.map((address) => [address, isPublicAddress(address)])
  const open = [
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '223.255.255.255',
    '2606:4700::1',
    '2a00::1',
  ]
  const closed = [
    '10.0.0.0',
    '100.64.0.0',
    '100.127.255.255',
    '172.16.0.0',
    '192.168.255.255',
    '224.0.0.0',
    '4000::1',
    '1fff::1',
    '',
    'x',
    'fe80::1%eth0',
    '2001::1',
    '2001:1ff:ffff::1',
  ]
  expect(shown(open)).toEqual(open.map((address) => [address, true]))
  expect(shown(closed)).toEqual(closed.map((address) => [address, false]))
})

describe('names', () => {
  const named = (addresses: string[]): SafeFetchOptions => ({
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })

  test.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['93.184.215.14', '127.0.0.1']],
    [['fd00::1']],
    [[]],
  ])('a name that resolves to %j is refused', async (addresses) => {
    const before = inner.connections()
    await expect(get(`http://inner.attacker.com:${inner.port}/`, named(addresses))).rejects.toBeInstanceOf(OutboundRefused)
    expect(inner.connections()).toBe(before)
  })

  test('a name that answers differently the second time is asked once: the checked address is the one that is called', async () => {
    let asked = 0
    const target = await listen((_, response) => response.end('checked'))
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    const answer = await get(`http://rebinding.attacker.com:${target.port}/`, { resolve, alsoAllow: (address) => address === '127.0.0.1' })
    expect([answer.text, asked, target.connections()]).toEqual(['checked', 1, 1])
    await target.close()
  })

  test('where the first address of a name does not answer, the next one is tried', async () => {
    const both: SafeFetchOptions = { ...named(['127.0.0.2', '127.0.0.1']), alsoAllow: (address) => address.startsWith('127.0.0.') }
    expect((await get(`http://two.attacker.com:${inner.port}/`, both)).text).toBe('secret')
  })

  test('a name that turns private between two calls is refused at the second', async () => {
    let address = '127.0.0.1'
    const options: SafeFetchOptions = { resolve: async () => [{ address, family: 4 }], alsoAllow: (given) => given === '127.0.0.1' }
    expect((await get(`http://later.attacker.com:${inner.port}/`, options)).status).toBe(200)
    address = '127.0.0.2'
    await expect(get(`http://later.attacker.com:${inner.port}/`, options)).rejects.toBeInstanceOf(OutboundRefused)
  })
})

describe('redirects', () => {
  const onlyRedirecting = (): SafeFetchOptions => ({ alsoAllow: (address, port) => address === '127.0.0.1' && port === redirecting.port })
  const via = (to: string, rest: object = {}) =>
    get(`http://127.0.0.1:${redirecting.port}/${encodeURIComponent(to)}`, onlyRedirecting(), rest)

  test.each(['http://127.0.0.1', 'http://2130706433', 'http://[::ffff:127.0.0.1]', 'http://localhost', '//127.1'])(
    'to %s is not followed',
    async (target) => {
      const before = inner.connections()
      await expect(via(`${target}:${inner.port}/`)).rejects.toBeInstanceOf(OutboundRefused)
      expect(inner.connections()).toBe(before)
    },
  )

  test('without end are not followed, nor to other kinds of address; none are followed when none are wanted', async () => {
    await expect(via('loop')).rejects.toBeInstanceOf(OutboundRefused)
    await expect(via('file:///etc/passwd')).rejects.toBeInstanceOf(OutboundRefused)
    expect((await via('http://127.0.0.1/', { most_redirects: 0 })).status).toBe(308)
  })

  test('that drop the body of a POST are refused', async () => {
    const moved = await listen((_, response) => response.writeHead(302, { location: '/elsewhere' }).end())
    const options = { alsoAllow: (address: string) => address === '127.0.0.1' }
    await expect(get(`http://127.0.0.1:${moved.port}/`, options, { method: 'POST', body: '{}' })).rejects.toBeInstanceOf(OutboundRefused)
    await moved.close()
  })
})

test('answers are cut at the wanted size, and silence ends at the deadline', async () => {
  const options = { alsoAllow: (address: string) => address === '127.0.0.1' }
  const large = await listen((_, response) => response.end('x'.repeat(1_000_000)))
  expect((await get(`http://127.0.0.1:${large.port}/`, options)).text.length).toBeLessThanOrEqual(1000)
  const silent = await listen(() => {})
  await expect(get(`http://127.0.0.1:${silent.port}/`, options, { timeout_ms: 200 })).rejects.toThrow()
  await Promise.all([large.close(), silent.close()])
})
