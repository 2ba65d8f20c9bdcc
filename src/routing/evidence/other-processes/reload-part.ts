import type { Store } from '../../../storage/store.ts'
import type { EvidenceBook, Subject } from '../book.ts'
import { allConduct, allVoices, conductsOf, deltaOfRow, subjectsSince, voicesOf } from '../store.ts'
import { nameOfSubject, subjectNamed } from './subject-name.ts'

/** In place of names: whatever there is may have changed. */
export const everything = '*'
const reloadAfterMs = 300
const retryAfterMs = 5000
const mostReadsAtOnce = 3

type ReloadOptions = { store: Store; book: EvidenceBook; onGone: (voice: string) => void; onError: (error: unknown) => void }

/** Gathers the names of subjects that changed elsewhere and reads each once; what cannot be read now is read later. */
export function openReload({ store, book, onGone, onError }: ReloadOptions) {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function allNames(): Promise<string[]> {
    const stored = await subjectsSince(store, '')
    const held = (['tool', 'model'] as const).flatMap((kind) => book.subjects(kind).map((subject) => ({ kind, subject })))
    return [...new Set([...stored, ...held].map(nameOfSubject))]
  }

  /** A voice that is only here is that of a deleted agent. */
  async function dropGone(): Promise<void> {
    const gone = new Set(book.voices())
    for await (const [voice] of allConduct(store)) gone.delete(voice)
    for (const voice of gone) onGone(voice)
  }

  async function read(names: readonly string[]): Promise<void> {
    if (names.includes(everything)) await dropGone()
    for (const name of names.includes(everything) ? await allNames() : names) {
      const subject = subjectNamed(name)
      if (subject && !(await readSubject(store, book, subject))) later([name])
    }
  }

  function later(names: readonly string[], afterMs = reloadAfterMs): void {
    for (const name of names) pending.add(name)
    if (!isClosed) timer ??= setTimeout(readPending, afterMs)
  }

  function readPending(): void {
    timer = undefined
    const due = [...pending]
    pending.clear()
    read(due).catch((error) => {
      onError(error)
      later(due, retryAfterMs)
    })
  }
  return {
    read,
    later: (names: readonly string[]) => later(names),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

export async function readAll(store: Store, book: EvidenceBook): Promise<void> {
  for await (const [voice, conduct] of allConduct(store)) book.setConduct(voice, conduct)
  for await (const rows of allVoices(store)) for (const row of rows) book.add(deltaOfRow(row))
}

/** False when reports of the subject kept coming in, so that it is to be read later. */
async function readSubject(store: Store, book: EvidenceBook, { kind, subject }: Subject): Promise<boolean> {
  let read = await readBetweenReports(store, book, { kind, subject })
  for (let again = 1; !read && again < mostReadsAtOnce; again++) read = await readBetweenReports(store, book, { kind, subject })
  if (!read) return false
  const { rows, conducts } = read
  for (const [voice, conduct] of conducts) {
    book.setConduct(voice, { ...conduct, agreement: book.conductOf(voice)?.agreement ?? null })
  }
  book.forget(kind, subject)
  for (const row of rows) book.add(deltaOfRow(row))
  return true
}

/** Undefined when a report came in meanwhile, which may or may not be among the rows. */
async function readBetweenReports(store: Store, book: EvidenceBook, { kind, subject }: Subject) {
  const before = book.changesOf(kind, subject)
  const [rows, conducts] = await Promise.all([voicesOf(store, kind, subject), conductsOf(store, kind, subject)])
  return book.changesOf(kind, subject) === before ? { rows, conducts } : undefined
}
