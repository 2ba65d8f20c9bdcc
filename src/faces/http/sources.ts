import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { clientAddress, isLoopback, isTrustedProxy, networkOf, proxyList } from '../../network.ts'
import type { FaceParts } from '../face.ts'
import type { HostCheck } from './hosts.ts'

type Source = { network: string; loopback: boolean; host: string | undefined; address: string }

/** Paths for probes and scrapers (Kubernetes, Prometheus), which ask often and under the address of the machine. */
export const probePaths = new Set(['/api/health', '/api/live', '/metrics'])

/** Where a request comes from, seen through the proxies that are trusted. What browsers call its Origin is another matter. */
export function createSources({ config, log }: Pick<FaceParts, 'config' | 'log'>, hosts: HostCheck) {
  const proxies = proxyList(config.TRUSTED_PROXIES)
  // A connection keeps its address and nearly always its Host, so both are judged once for it.
  const sources = new WeakMap<Socket, Source>()
  let hasToldOfProxy = false

  /** Clients behind a proxy on this machine may be anywhere, yet count as local until the proxy is trusted. */
  function tellOfProxy(proxy: string): void {
    if (hasToldOfProxy) return
    hasToldOfProxy = true
    const advice = `Let it send X-Forwarded-For and set TRUSTED_PROXIES=${proxy}`
    log.warn(`a proxy at ${proxy} is not trusted, so all its clients count as local and have no limits. ${advice}`)
  }

  return ({ socket, headers, raw }: FastifyRequest, anyHost: boolean): Source => {
    const forwardedFor = header(headers['x-forwarded-for'])
    const isForwarded = forwardedFor !== undefined || headers.forwarded !== undefined || headers['x-real-ip'] !== undefined
    const known = isForwarded ? undefined : sources.get(socket)
    if (known && known.host === headers.host) return known
    hosts.requireHostForm(headers.host, raw.httpVersion)
    if (!anyHost) hosts.requireHost(headers.host)
    const peer = socket.remoteAddress ?? ''
    const client = clientAddress(peer, forwardedFor, proxies)
    const isHidden = isForwarded && (forwardedFor === undefined || !isTrustedProxy(peer, proxies))
    if (isHidden && isLoopback(client)) tellOfProxy(client)
    const { host } = headers
    const source = { network: networkOf(client), loopback: isLoopback(client), host, address: hosts.addressUnder(host) }
    if (!isForwarded && !anyHost) sources.set(socket, source)
    return source
  }
}

export function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}
