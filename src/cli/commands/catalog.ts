import { resolve } from 'node:path'
import { openSource } from '../../adapters/import-source.ts'
import { readSeed } from '../../adapters/seed.ts'
import { type Source, type SourceDoc, SourceError } from '../../adapters/source.ts'
import { addReport, emptyReport, note, shortPlace } from '../../catalog/import-plan.ts'
import { announceChange } from '../../catalog/reader-part.ts'
import { startImport } from '../../catalog/record.ts'
import type { ImportReport } from '../../catalog/schema.ts'
import { findImport, saveImport } from '../../catalog/store.ts'
import { type Config, readConfig } from '../../config.ts'
import { excerpt } from '../../excerpt.ts'
import { unsafeParts } from '../../input/raw-input.ts'
import { isRecord } from '../../input/record.ts'
import { openStore } from '../../serve.ts'
import type { Store } from '../../storage/store.ts'
import { type Command, type Io, jsonOption, show, UsageError } from '../command.ts'
import { callOperator, operatorSecret } from '../operator-call.ts'
import { progressBar } from '../progress.ts'
import { insteadOfStore, requireUrl } from '../service.ts'

/** Imports tool servers into the store, or through a running service with --to. */
export const command: Command = {
  name: 'catalog',
  summary: 'Import tool servers from a registry, a file or a folder',
  usage: 'waymark catalog import <registry address | file.json | file.jsonl | folder> [options]',
  examples: [
    'waymark catalog import https://registry.modelcontextprotocol.io',
    'waymark catalog import ./servers.jsonl',
    'ADMIN_SECRET=... waymark catalog import ./our-servers --to http://127.0.0.1:8787',
  ],
  words: 2,
  actions: ['import'],
  options: {
    trusted: {
      type: 'boolean',
      says: 'Trust what it says about which servers are official, their stars and how many directories list them',
    },
    to: { type: 'string', value: '<url>', says: 'A running service to import into; needs ADMIN_SECRET' },
    restart: { type: 'boolean', says: 'Begin at the start; without it, an import of this source that broke off is continued' },
    ...jsonOption,
  },
  async run({ positionals: [action, given], options }, io) {
    if (action !== 'import' || !given) throw new UsageError('Say what to import: a registry, a file or a folder.')
    try {
      const source = openSource(given)
      const name = /^https?:/.test(given) ? given : resolve(given)
      const isTrusted = Boolean(options.trusted)
      const service = options.to === undefined ? undefined : requireUrl(String(options.to))
      const report = service
        ? await sendTo(service, { name, source, isTrusted }, io)
        : await importHere({ name, source, isTrusted, restart: Boolean(options.restart) }, io)
      const into = service ?? storeName(readConfig(io.env))
      return show({ options }, io, {
        json: { source: given, ...report },
        text: [...reportLines(report), `Imported into ${into}.`].join('\n'),
      })
    } catch (error) {
      if (error instanceof SourceError) return io.fail(error.message)
      throw error
    }
  },
}

const storeName = ({ DATABASE_URL, DATA_DIR }: Config) => (DATABASE_URL ? 'PostgreSQL' : `the embedded store in ${resolve(DATA_DIR)}`)

type Wanted = Pick<ImportInto, 'name' | 'source' | 'isTrusted' | 'restart'>

async function importHere(wanted: Wanted, io: Io): Promise<ImportReport> {
  const config = readConfig(io.env)
  const store = await openStore(config).catch((error: Error) => {
    throw new SourceError(`${error.message}\n${insteadOfStore('import', config)}`)
  })
  const bar = progressBar(io.isTerminal, (text) => process.stderr.write(text))
  try {
    return await importInto({ ...wanted, store, say: io.err, onProgress: bar.show })
  } finally {
    bar.end()
    await store.close()
  }
}

type ImportInto = {
  store: Store
  name: string
  source: Source
  /** Whether its word counts for what is official, for stars and for how often a server is listed. */
  isTrusted?: boolean
  restart?: boolean
  say?: (line: string) => void
  onProgress?: (done: number, total: number | null, what: string) => void
}

/** Runs an import to its end, or resumes one that broke off. Repeating a finished one only takes over what has changed. */
export async function importInto({
  store,
  name,
  source,
  isTrusted = false,
  restart = false,
  say = () => {},
  onProgress = () => {},
}: ImportInto): Promise<ImportReport> {
  const now = () => new Date()
  const report = emptyReport()
  const { take } = startImport({ store, seed: readSeed(), source: name, isTrusted, now, report })
  const before = await findImport(store, name)
  const left = before && !before.finished_at && !restart ? resumePoint(before.position, source.fingerprint) : undefined
  const started_at = left && before ? before.started_at : now().toISOString()
  if (left) say(`Going on after ${left}, where the last import of this source stopped.`)
  let changed = 0
  for await (const { docs, position, done, total } of source.batches(left)) {
    const state = { source: name, position: JSON.stringify([source.fingerprint, position]), started_at, finished_at: null }
    changed += (await take(docs, state)).length
    onProgress(done, total, 'servers')
  }
  const finished_at = now().toISOString()
  await saveImport(store, { source: name, position: null, started_at, updated_at: finished_at, finished_at })
  if (changed > 0) await announceChange(store)
  return report
}

/** A position counts only while the file behind it is the same. */
function resumePoint(position: string | null, fingerprint: string): string | undefined {
  const [of, after] = position ? (JSON.parse(position) as [string, string]) : []
  return of === fingerprint && after ? after : undefined
}

const mostBytesPerRequest = 200_000
const mostPerRequest = 200

async function sendTo(url: string, { name, source, isTrusted = false }: Wanted, io: Io): Promise<ImportReport> {
  const secret = operatorSecret(io.env)
  const report = emptyReport()
  const bar = progressBar(io.isTerminal, (text) => process.stderr.write(text))
  try {
    for await (const { docs, done, total } of source.batches(undefined)) {
      for (const part of parts(docs.filter((one) => isSendable(one, report)))) {
        const servers = part.map(({ doc }) => doc)
        const places = part.map(({ place }) => shortPlace(place))
        const body = { source: excerpt(name, 200), trusted: isTrusted, servers, places }
        addReport(report, await callOperator(url, secret, { method: 'POST', path: '/api/admin/catalog/import', body, timeoutMs: 60_000 }))
      }
      bar.show(done, total, 'servers')
    }
    return report
  } finally {
    bar.end()
  }
}

function isSendable({ place, doc }: SourceDoc, report: ImportReport): boolean {
  const reason = whyNotSendable(doc)
  if (reason === undefined) return true
  report.read++
  report.skipped++
  note(report, reason, place)
  return false
}

/** For one such document the service would refuse the whole request. */
function whyNotSendable(doc: unknown): string | undefined {
  if (!isRecord(doc)) return 'not a server description'
  return bytesOf(doc) > mostBytesPerRequest ? 'too large to be sent' : unsafeParts({ servers: [doc] })[0]?.message
}

const bytesOf = (doc: unknown) => Buffer.byteLength(JSON.stringify(doc))

function* parts(docs: readonly SourceDoc[]): Generator<SourceDoc[]> {
  let part: SourceDoc[] = []
  let bytes = 0
  for (const one of docs) {
    const size = bytesOf(one.doc)
    if (part.length > 0 && (bytes + size > mostBytesPerRequest || part.length === mostPerRequest)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(one)
    bytes += size
  }
  if (part.length > 0) yield part
}

function reportLines(report: ImportReport): string[] {
  const { read, added, changed, unchanged, skipped, quarantined } = report
  const reasons = Object.entries(report.reasons).sort(([, a], [, b]) => b.count - a.count)
  const held = quarantined > 0 ? ` Newly in quarantine, until you release them: ${quarantined}.` : ''
  return [
    `Read ${read}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${skipped} skipped.${held}`,
    ...reasons.map(
      ([reason, { count, examples }]) => `  ${count} × ${reason} (${examples.join(', ')}${count > examples.length ? ', …' : ''})`,
    ),
  ]
}
