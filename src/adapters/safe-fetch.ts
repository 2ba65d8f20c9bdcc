import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, type OutboundAnswer, OutboundRefused, type OutboundRequest, type SafeFetch, urlProblem } from '../outbound.ts'
import { createNameLookup, type NameLookup, type Resolved } from './name-lookup.ts'

export type SafeFetchOptions = {
  resolve?: NameLookup
  /** Only for tests, whose receivers listen on this machine: addresses that are let through although they are not public. */
  alsoAllow?: (address: string, port: number) => boolean
}

const keepsMethod = new Set([307, 308])
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Calls an address that a stranger chose. The name is resolved once, every address behind it must be public, and the
 * connection goes to one of the very addresses that were checked, so a name that resolves differently a moment later gains nothing.
 * Redirects pass the same checks.
 */
export function createSafeFetch({ resolve = createNameLookup(), alsoAllow = () => false }: SafeFetchOptions = {}): SafeFetch {
  const allowed = (address: string, port: number) => isPublicAddress(address) || alsoAllow(address, port)

  /** The text is checked as it was given, because the parser hides unusual notations of an address. */
  async function checked(text: string, url: URL, signal: AbortSignal): Promise<Resolved[]> {
    const [host, port] = [bareHost(url), portOf(url)]
    const literal = isIP(host)
    const problem = urlProblem(text)
    if (problem && !(literal !== 0 && alsoAllow(host, port))) throw new OutboundRefused(problem)
    const found = literal !== 0 ? [{ address: host, family: literal }] : await resolve(host, signal)
    if (found.length === 0) throw new OutboundRefused('leads nowhere: no address was found for the name')
    if (found.some(({ address }) => !allowed(address, port))) throw new OutboundRefused('must lead to a public address')
    return found
  }

  return async (request) => {
    const signal = AbortSignal.timeout(request.timeout_ms)
    let current = request
    for (let hops = 0; ; hops++) {
      if (!URL.canParse(current.url)) throw new OutboundRefused('must be a full address')
      const url = new URL(current.url)
      const pinned = await within(signal, checked(current.url, url, signal))
      const answer = await send(current, url, { pinned, signal, allowed })
      if (answer.location === undefined || !redirects.has(answer.status) || request.most_redirects === 0) return answer
      if (hops >= request.most_redirects) throw new OutboundRefused('redirects too often')
      current = redirected(current, url, { status: answer.status, location: answer.location })
    }
  }
}

const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')
const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new OutboundRefused('did not answer in time')), { once: true })
  })
  return Promise.race([work, late])
}

function redirected(request: OutboundRequest, from: URL, { status, location }: { status: number; location: string }): OutboundRequest {
  if (!URL.canParse(location, from)) throw new OutboundRefused('redirects to something that is not a valid URL')
  const next = new URL(location, from)
  if (from.protocol === 'https:' && next.protocol !== 'https:') throw new OutboundRefused('redirects from https to something weaker')
  if (request.method === 'POST' && !keepsMethod.has(status)) throw new OutboundRefused('redirects in a way that drops the body')
  return { ...request, url: URL.canParse(location) ? location : next.href }
}

type Answer = OutboundAnswer & { location: string | undefined }
type Pinned = { pinned: Resolved[]; signal: AbortSignal; allowed: (address: string, port: number) => boolean }

function send(request: OutboundRequest, url: URL, { pinned, signal, allowed }: Pinned): Promise<Answer> {
  // Node asks for all of them and tries one after another, unless it was started with that turned off.
  const always: LookupFunction = (_, options, done) => {
    if (options.all) done(null, pinned)
    else done(null, pinned[0]?.address ?? '', pinned[0]?.family)
  }
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).request(
      url,
      { method: request.method, headers: request.headers ?? {}, lookup: always, agent: false, signal },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        const finish = () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), location: response.headers.location })
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes <= request.most_bytes) chunks.push(chunk)
          else {
            finish()
            response.destroy()
          }
        })
        response.on('end', finish)
        response.on('error', reject)
      },
    )
    call.on('socket', (socket) => {
      socket.once('connect', () => {
        if (!allowed(socket.remoteAddress ?? '', portOf(url))) call.destroy(new OutboundRefused('must lead to a public address'))
      })
    })
    call.on('error', reject)
    call.end(request.body)
  })
}
