import { BlockList, isIP } from 'node:net'

/** What goes out to an address that somebody else chose. */
export type OutboundRequest = {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeout_ms: number
  most_bytes: number
  most_redirects: number
}
export type OutboundAnswer = { status: number; text: string }
export type SafeFetch = (request: OutboundRequest) => Promise<OutboundAnswer>

/** The address leads somewhere it must not, or nowhere. The message may be shown to the caller that gave the address. */
export class OutboundRefused extends Error {}

const notPublic4 = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The address at which one large cloud serves its metadata, though it looks public.
  ['168.63.129.16', 32],
] as const) {
  notPublic4.addSubnet(address, bits, 'ipv4')
}

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
// Tunnels that carry an IPv4 address inside, identifiers that are not addresses, and documentation.
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(address, bits, 'ipv6')
}

/** True for an address on the open internet. Private, loopback, link-local, metadata, multicast, mapped and reserved ones are not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic4.check(address, 'ipv4')
  if (version === 6 && !address.includes('%')) return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
  return false
}

const innerNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|in-addr\.arpa|ip6\.arpa|onion|test|invalid|example)$/
const longestUrl = 2048

/** Why an address may not be called, as far as its text tells; undefined when nothing speaks against it. */
export function urlProblem(text: string): string | undefined {
  if (text.length > longestUrl) return `must have at most ${longestUrl} characters`
  if (!URL.canParse(text)) return 'must be a full address, for example https://agent.example.com/waymark'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://'
  if (url.username || url.password) return 'must not hold a user name or password'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return literalProblem(host, text)
  const name = host.replace(/\.$/, '')
  if (!name.includes('.') || innerNames.test(name)) return 'must name a host on the public internet'
  return undefined
}

function literalProblem(host: string, text: string): string | undefined {
  // The parser turns 0x7f.1 or 2130706433 into dotted form; nobody writes an address like that in good faith.
  if (isIP(host) === 4 && !text.includes(`//${host}`)) return 'must write an IP address in its usual dotted form'
  return isPublicAddress(host) ? undefined : 'must lead to a public address'
}
