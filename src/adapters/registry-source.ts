import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../input/record.ts'
import { thrownMessage } from '../thrown.ts'
import { boundedText } from './endpoint.ts'
import { documentsIn, parsed, type Source, SourceError, type SourceOptions } from './source.ts'

/** The registry refused the request; trying again would not help. */
class RefusedPage extends SourceError {}

const mostPageBytes = 32 * 1024 * 1024

/** The pages of a registry that speaks the protocol of the official one. */
export function registrySource(given: URL, options: SourceOptions): Source {
  const list = serversAddress(given)
  return {
    // A position is the registry's own cursor, which stays valid when entries come and go.
    fingerprint: 'registry',
    async *batches(after) {
      const seen = new Set<string>()
      let page = await firstPage(list, after, options)
      for (let done = 0; ; ) {
        const docs = documentsIn(page, list.hostname)
        done += docs.length
        const next = cursorOf(page)
        yield { docs, position: next ?? '', done, total: null }
        // A cursor that repeats would lead in circles forever.
        if (!next || seen.has(next) || docs.length === 0) return
        seen.add(next)
        page = await fetchPage(list, next, options)
      }
    },
  }
}

/** `https://host`, `https://host/v0` and `https://host/v0/servers` all mean the same list. */
function serversAddress(given: URL): URL {
  const url = new URL(given)
  const path = url.pathname.replace(/\/+$/, '')
  if (path.endsWith('.json')) return url
  url.pathname = path.endsWith('/servers') ? path : /\/v\d[\d.]*$/.test(path) ? `${path}/servers` : `${path}/v0/servers`
  if (!url.searchParams.has('limit')) url.searchParams.set('limit', '100')
  return url
}

function cursorOf(page: unknown): string | undefined {
  const metadata = isRecord(page) && isRecord(page.metadata) ? page.metadata : {}
  const cursor = metadata.nextCursor ?? metadata.next_cursor
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined
}

/** The registry may no longer know the place where an import broke off long ago; then the import begins again. */
async function firstPage(list: URL, after: string | undefined, options: SourceOptions): Promise<unknown> {
  try {
    return await fetchPage(list, after, options)
  } catch (error) {
    if (after === undefined || !(error instanceof RefusedPage)) throw error
    return fetchPage(list, undefined, options)
  }
}

async function fetchPage(list: URL, cursor: string | undefined, options: SourceOptions): Promise<unknown> {
  const { timeoutMs = 30_000, retries = 3, pauseMs = 1000 } = options
  const url = new URL(list)
  if (cursor) url.searchParams.set('cursor', cursor)
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetchJson(url, timeoutMs)
    } catch (error) {
      const says = `${url.origin} did not answer as a registry: ${thrownMessage(error)}`
      if (error instanceof RefusedPage) throw new RefusedPage(says)
      if (error instanceof SourceError || attempt >= retries) throw new SourceError(says)
      await sleep(pauseMs * 2 ** attempt)
    }
  }
}

async function fetchJson(url: URL, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) })
  if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new RefusedPage(`status ${response.status}`)
  if (!response.ok) throw new Error(`status ${response.status}`)
  const text = await boundedText(response, mostPageBytes)
  if (text === undefined) throw new SourceError(`a page is larger than ${mostPageBytes / 1024 ** 2} MiB`)
  const value = parsed(text)
  if (value === undefined) throw new SourceError('a page is not JSON')
  return value
}
