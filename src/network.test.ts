import { expect, test } from 'vitest'
import { clientAddress, isLoopback, listenerUrl, networkOf, proxyList, siteOf } from './network.ts'

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['nonsense', false],
])('%s loopback: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected)
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8787'],
  ['localhost', 'http://localhost:8787'],
  ['2001:db8::1', 'http://[2001:db8::1]:8787'],
  ['0.0.0.0', 'http://127.0.0.1:8787'],
  ['::', 'http://[::1]:8787'],
])('a listener on %s is called at %s', (host, expected) => {
  expect(listenerUrl(host, 8787)).toBe(expected)
})

test('an IPv6 customer is one network, an IPv4 address another', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb:1:2:3'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('2001:0db8:0001:0002::1')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
})

test('the networks of one /48 are one site; other addresses have none', () => {
  expect(siteOf(networkOf('2001:db8:1:2::1'))).toBe('2001:db8:1::/48')
  expect(siteOf(networkOf('2001:db8:1::1'))).toBe('2001:db8:1::/48')
  expect(siteOf(networkOf('2001:db8::1'))).toBe('2001:db8:0::/48')
  expect(siteOf(networkOf('192.0.2.1'))).toBeNull()
  expect(siteOf('')).toBeNull()
})

test('forwarded addresses count only behind trusted proxies', () => {
  const proxies = proxyList(['10.0.0.0/8', '::1'])
  expect(clientAddress('198.51.100.7', '203.0.113.5', proxies)).toBe('198.51.100.7')
  expect(clientAddress('10.1.1.1', '203.0.113.5', proxies)).toBe('203.0.113.5')
  expect(clientAddress('10.1.1.1', '192.0.2.66, 203.0.113.5, 10.2.2.2', proxies)).toBe('203.0.113.5')
  expect(clientAddress('10.1.1.1', 'garbage', proxies)).toBe('10.1.1.1')
  expect(clientAddress('::ffff:10.1.1.1', '::ffff:203.0.113.5', proxies)).toBe('203.0.113.5')
})

test.each([
  ['203.0.113.5:4711', '203.0.113.5'],
  ['192.0.2.66:1, 203.0.113.5:2, 10.2.2.2:3', '203.0.113.5'],
  ['[2001:db8::5]:4711', '2001:db8::5'],
  ['[2001:db8::5]', '2001:db8::5'],
  ['203.0.113.5:', '10.1.1.1'],
])('a proxy that writes ports hides nobody: %s', (forwarded, client) => {
  expect(clientAddress('10.1.1.1', forwarded, proxyList(['10.0.0.0/8']))).toBe(client)
})
