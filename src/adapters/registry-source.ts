import { createHash } from 'node:crypto'
import { createReadStream, globSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { boundedText } from './endpoint.ts'
import { linesOf } from './lines.ts'

export type SourceDoc = { place: string; doc: unknown }
/** Some documents of a source, the position after them, how many are done, and how many there are, where that is known. */
export type SourceBatch = { docs: SourceDoc[]; position: string; done: number; total: number | null }
export type Source = {
  /** Changes when the source's content may have; a position only counts for the same fingerprint. */
  fingerprint: string
  batches: (after: string | undefined) => AsyncGenerator<SourceBatch>
}
export type SourceOptions = { batchSize?: number; timeoutMs?: number; retries?: number; pauseMs?: number }

export class SourceError extends Error {}
/** The registry refused the request; trying again would not help. */
class RefusedPage extends SourceError {}

const mostPageBytes = 32 * 1024 * 1024

/** Opens what `waymark catalog import` accepts: a registry's address, a JSON file, JSON lines, or a folder of server.json files. */
export function openSource(source: string, options: SourceOptions = {}): Source {
  if (/^https?:\/\//.test(source)) return registrySource(new URL(source), options)
  const stat = statSync(source, { throwIfNoEntry: false })
  if (!stat) throw new SourceError(`There is no file or folder ${source}. Give a path, or the address of a registry.`)
  const size = options.batchSize ?? 500
  if (stat.isDirectory()) {
    const files = serverFiles(source)
    return { fingerprint: fingerprintOf(source, files), batches: (after) => folderBatches(source, files, { size, after }) }
  }
  const fingerprint = stampOf(stat)
  if (/\.(jsonl|ndjson)$/i.test(source)) return { fingerprint, batches: (after) => lineBatches(source, size, after) }
  return { fingerprint, batches: (after) => listBatches(documentsIn(readJson(source), source), size, after) }
}

async function* lineBatches(file: string, size: number, after: string | undefined): AsyncGenerator<SourceBatch> {
  const total = await countLines(file)
  const start = Number(after ?? 0)
  let docs: SourceDoc[] = []
  let line = 0
  for await (const text of linesOf(file)) {
    line++
    if (line <= start || text.trim() === '') continue
    docs.push({ place: `line ${line}`, doc: parsed(text) })
    if (docs.length < size) continue
    yield { docs, position: String(line), done: line, total }
    docs = []
  }
  if (docs.length > 0) yield { docs, position: String(line), done: line, total }
}

async function countLines(file: string): Promise<number> {
  const newline = 10
  let lines = 0
  let last = newline
  for await (const chunk of createReadStream(file)) {
    for (const byte of chunk as Buffer) if (byte === newline) lines++
    last = (chunk as Buffer).at(-1) ?? last
  }
  return last === newline ? lines : lines + 1
}

function* slices(docs: readonly SourceDoc[], size: number, after: string | undefined): Generator<SourceBatch> {
  for (let from = Number(after ?? 0); from < docs.length; from += size) {
    const done = Math.min(docs.length, from + size)
    yield { docs: docs.slice(from, done), position: String(done), done, total: docs.length }
  }
}

async function* listBatches(docs: readonly SourceDoc[], size: number, after: string | undefined): AsyncGenerator<SourceBatch> {
  yield* slices(docs, size, after)
}

const stampOf = ({ size, mtimeMs }: Stats) => `${size}:${Math.round(mtimeMs)}`

function serverFiles(folder: string): string[] {
  const all = globSync('**/*.json', { cwd: folder }).sort()
  const named = all.filter((file) => /(^|[\\/])server\.json$/.test(file))
  return named.length > 0 ? named : all
}

function fingerprintOf(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0${stampOf(statSync(join(folder, file)))}\n`)
  return hash.digest('base64url')
}

type Stretch = { size: number; after: string | undefined }

async function* folderBatches(folder: string, files: readonly string[], { size, after }: Stretch): AsyncGenerator<SourceBatch> {
  for (const batch of slices(
    files.map((place) => ({ place, doc: undefined })),
    size,
    after,
  )) {
    yield { ...batch, docs: batch.docs.flatMap(({ place }) => documentsIn(parsed(readFileSync(join(folder, place), 'utf8')), place)) }
  }
}

/** A registry's own answer, a list, or a single server. */
function documentsIn(value: unknown, name: string): SourceDoc[] {
  const servers = Array.isArray(value) ? value : (value as { servers?: unknown } | null)?.servers
  if (!Array.isArray(servers)) return [{ place: name, doc: value }]
  return servers.map((doc, i) => ({ place: `${name} #${i + 1}`, doc }))
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new SourceError(`${file} is not JSON: ${(error as Error).message}. JSON lines need the ending .jsonl.`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function registrySource(given: URL, options: SourceOptions): Source {
  const list = serversAddress(given)
  return {
    // A position is the registry's own cursor, which stays right when entries come and go.
    fingerprint: 'registry',
    async *batches(after) {
      const seen = new Set<string>()
      let page = await firstPage(list, after, options)
      for (let done = 0; ; ) {
        const docs = documentsIn(page, list.hostname)
        done += docs.length
        const next = cursorOf(page)
        yield { docs, position: next ?? '', done, total: null }
        // A cursor that comes again would lead in a circle for ever.
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
  const metadata = (page as { metadata?: { nextCursor?: unknown; next_cursor?: unknown } } | null)?.metadata
  const cursor = metadata?.nextCursor ?? metadata?.next_cursor
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined
}

/** Where an import broke off long ago, the registry may not know the place any more: then it begins again. */
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
      const says = `${url.origin} did not answer as a registry: ${(error as Error).message}`
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
  if (text === undefined) throw new SourceError('a page is larger than 32 MiB')
  const value = parsed(text)
  if (value === undefined) throw new SourceError('a page is not JSON')
  return value
}
