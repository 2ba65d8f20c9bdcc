import { createHash } from 'node:crypto'
import { createReadStream, globSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { thrownMessage } from '../thrown.ts'
import { linesOf } from './lines.ts'
import { registrySource } from './registry-source.ts'
import { documentsIn, parsed, type Source, type SourceBatch, type SourceDoc, SourceError, type SourceOptions } from './source.ts'

/** Opens what `waymark catalog import` accepts: a registry's address, a JSON file, JSON lines, or a folder of server.json files. */
export function openSource(source: string, options: SourceOptions = {}): Source {
  if (/^https?:\/\//.test(source)) return registrySource(new URL(source), options)
  const stat = statSync(source, { throwIfNoEntry: false })
  if (!stat) throw new SourceError(`There is no file or folder ${source}. Give a path, or the address of a registry.`)
  const size = options.batchSize ?? 500
  if (stat.isDirectory()) {
    const files = serverFiles(source)
    if (files.length === 0) throw new SourceError(`There is no .json file in ${source}. Import JSON lines by the name of their file.`)
    const read = (file: string) => documentsIn(parsed(readFileSync(join(source, file), 'utf8')), file)
    return { fingerprint: fingerprintOf(source, files), batches: (after) => listBatches(files, { size, after }, read) }
  }
  const fingerprint = stampOf(stat)
  if (/\.(jsonl|ndjson)$/i.test(source)) return { fingerprint, batches: (after) => lineBatches(source, { size, after }) }
  return { fingerprint, batches: (after) => listBatches(documentsIn(readJson(source), source), { size, after }, (doc) => [doc]) }
}

/** How many documents to read at a time, and where an earlier import stopped. */
type Stretch = { size: number; after: string | undefined }

async function* lineBatches(file: string, { size, after }: Stretch): AsyncGenerator<SourceBatch> {
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

/** Each item of the list is read when its turn comes. */
async function* listBatches<T>(list: readonly T[], { size, after }: Stretch, read: (item: T) => SourceDoc[]): AsyncGenerator<SourceBatch> {
  for (let from = Number(after ?? 0); from < list.length; from += size) {
    const done = Math.min(list.length, from + size)
    yield { docs: list.slice(from, done).flatMap(read), position: String(done), done, total: list.length }
  }
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

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new SourceError(`${file} is not JSON: ${thrownMessage(error)}. JSON lines need the ending .jsonl.`)
  }
}
