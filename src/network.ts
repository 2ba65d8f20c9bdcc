import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && loopback.check(address, familyOf(address))
}

const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/** Whether a text has the form of a Host header: a name or an address, one of IPv6 in brackets, and perhaps a port. */
export const hasHostForm = (text: string) => hostForm.test(text)

/** Whether only this machine can reach a listener on this host. */
export const isLocalListener = (host: string) => host === 'localhost' || isLoopback(host)

const ownAddresses: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** A listener as an address to call; one that listens on every address is called on loopback. */
export function listenerUrl(host: string, port: number): string {
  const called = ownAddresses[host] ?? host
  return `http://${isIP(called) === 6 ? `[${called}]` : called}:${port}`
}

/** How the names of an IPv6 network and of a site end. */
export const networkEnd = '::/64'
export const siteEnd = '::/48'
const groupsOfNetwork = 4
const groupsOfSite = 3

/** Who shares a limit: one IPv4 address, or one IPv6 /64, since a single customer usually holds all of it. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  const shared = groups.slice(0, groupsOfNetwork).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${shared.join(':')}${networkEnd}`
}

/** The IPv6 /48 that a network is part of: many customers hold a /56 or a /48, which is hundreds of networks. Null for others. */
export function siteOf(network: string): string | null {
  if (!network.endsWith(networkEnd)) return null
  const groups = network.slice(0, -networkEnd.length).split(':')
  return `${groups.slice(0, groupsOfSite).join(':')}${siteEnd}`
}

/** A network, and its site where it has one: all that share a cap with it. */
export function withSite(network: string): string[] {
  const site = siteOf(network)
  return site === null ? [network] : [network, site]
}

/** A site may belong to several customers, so it has more room than a network. */
export const mostOfSite = (mostOfNetwork: number) => 2.5 * mostOfNetwork

export function proxyList(entries: readonly string[]): BlockList {
  const proxies = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    if (isIP(address) === 0) continue
    if (bits === undefined) proxies.addAddress(address, familyOf(address))
    else proxies.addSubnet(address, Number(bits), familyOf(address))
  }
  return proxies
}

/** Some proxies write the port too, after an IPv6 address in brackets. */
function hopAddress(hop: string): string {
  const [, bare] = /^\[([^\]]+)\](?::\d+)?$/.exec(hop) ?? /^([\d.]+):\d+$/.exec(hop) ?? []
  return plainAddress(bare ?? hop)
}

export function isTrustedProxy(peer: string, proxies: BlockList): boolean {
  const address = plainAddress(peer)
  return isIP(address) !== 0 && proxies.check(address, familyOf(address))
}

/** The client behind trusted proxies: the last X-Forwarded-For entry that is not one of them. Untrusted peers are taken as they come. */
export function clientAddress(peer: string, forwardedFor: string | undefined, proxies: BlockList): string {
  let client = plainAddress(peer)
  if (!forwardedFor || !isTrustedProxy(client, proxies)) return client
  for (const hop of forwardedFor.split(',').reverse()) {
    const address = hopAddress(hop.trim())
    if (isIP(address) === 0) return client
    client = address
    if (!isTrustedProxy(client, proxies)) return client
  }
  return client
}
