import type { Store } from '../../store.ts'
import type { EvidenceBook, Kind } from './book.ts'
import { allConduct, allVoices, conductsOf, deltaOfRow, subjectsSince, voicesOf } from './evidence-store.ts'

/** In place of names: whatever there is may have changed. */
export const everything = '*'
const reloadAfterMs = 300

/** Gathers the names of subjects that changed elsewhere and reads each once. */
export function openReader(store: Store, book: EvidenceBook, onError: (error: unknown) => void) {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function allNames(): Promise<string[]> {
    const stored = (await subjectsSince(store, '')).map(({ kind, subject }) => `${kind}:${subject}`)
    const held = (['tool', 'model'] as const).flatMap((kind) => book.subjects(kind).map((subject) => `${kind}:${subject}`))
    return [...new Set([...stored, ...held])]
  }

  async function read(names: readonly string[]): Promise<void> {
    for (const name of names.includes(everything) ? await allNames() : names) {
      const at = name.indexOf(':')
      await readSubject(store, book, name.slice(0, at) as Kind, name.slice(at + 1))
    }
  }
  return {
    read,
    later(names: readonly string[]): void {
      for (const name of names) pending.add(name)
      timer ??= setTimeout(() => {
        timer = undefined
        const due = [...pending]
        pending.clear()
        read(due).catch(onError)
      }, reloadAfterMs)
    },
    close: () => clearTimeout(timer),
  }
}

export async function readAll(store: Store, book: EvidenceBook): Promise<void> {
  for await (const [voice, conduct] of allConduct(store)) book.setConduct(voice, conduct)
  for await (const rows of allVoices(store)) for (const row of rows) book.add(deltaOfRow(row))
}

async function readSubject(store: Store, book: EvidenceBook, kind: Kind, subject: string): Promise<void> {
  const before = book.changesOf(kind, subject)
  const [rows, conducts] = await Promise.all([voicesOf(store, kind, subject), conductsOf(store, kind, subject)])
  // What this process took in meanwhile may or may not be among the rows, so they are read again.
  if (book.changesOf(kind, subject) !== before) return readSubject(store, book, kind, subject)
  for (const [voice, conduct] of conducts) {
    book.setConduct(voice, { ...conduct, agreement: book.conductOf(voice)?.agreement ?? null })
  }
  book.forget(kind, subject)
  for (const row of rows) book.add(deltaOfRow(row))
}
