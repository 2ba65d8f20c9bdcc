import type { Encoder, TokenTable } from './encoder.ts'
import { cleanEntry, fieldTermsOf, headText, type IndexEntry, toolTermsOf, toolText } from './entries.ts'
import { createLexicalIndex, type FieldTerms, type LexicalIndex, meanLengthsOf } from './lexical.ts'
import { createNearnessProfile } from './nearness-profile.ts'
import { createVectorStore, type VectorStore, widened } from './vectors.ts'
import { type EntryWords, packWords } from './word-cover.ts'

type Row = { row: number; tool: string | null }
export type Indexed = { entry: Required<IndexEntry>; slot: number; rows: Row[]; words: EntryWords }

/** The entries of a catalog, each in a slot of its own, with their words and their vectors. */
export type IndexedEntries = {
  lexical: LexicalIndex
  vectors: VectorStore
  bySlot: readonly (Indexed | undefined)[]
  /** By slot: how near the entry lies to tasks of every kind. */
  usual: () => Float32Array
  /** By slot: 1 where there is an entry. */
  alive: () => Uint8Array
  upsert: (entry: IndexEntry) => void
  remove: (id: string) => void
  size: () => number
}

export function indexEntries(table: TokenTable, encoder: Encoder, entries: readonly IndexEntry[]): IndexedEntries {
  const cleaned = entries.map(cleanEntry)
  const terms = cleaned.map((entry) => fieldTermsOf(table.vocabulary, entry))
  const lexical = createLexicalIndex(meanLengthsOf(terms))
  const vectors = createVectorStore()
  const usualNearness = createNearnessProfile(table.references)
  const byId = new Map<string, Indexed>()
  const bySlot: (Indexed | undefined)[] = []
  const freeSlots: number[] = []
  let usual = new Float32Array(1024)
  let alive = new Uint8Array(1024)

  function insert(entry: Required<IndexEntry>, fieldTerms: FieldTerms): void {
    const slot = freeSlots.pop() ?? bySlot.length
    lexical.add(slot, fieldTerms)
    const head = encoder.encode(headText(entry))
    const tools = entry.tools.map((tool) => encoder.encode(toolText(tool)))
    const addPart = (vector: Int8Array) => vectors.add(vector, slot, 'part')
    const rows: Row[] = [
      { row: vectors.add(head, slot, 'head'), tool: null },
      ...tools.map((vector, at) => ({ row: addPart(vector), tool: entry.tools[at]!.name })),
      ...entry.examples.map((example) => ({ row: addPart(encoder.encode(example)), tool: null })),
    ]
    const indexed: Indexed = { entry, slot, rows, words: packWords(lexical, fieldTerms, toolTermsOf(table.vocabulary, entry)) }
    bySlot[slot] = indexed
    byId.set(entry.id, indexed)
    if (slot >= usual.length) {
      usual = widened(usual, new Float32Array(usual.length * 2))
      alive = widened(alive, new Uint8Array(alive.length * 2))
    }
    usual[slot] = usualNearness(head, tools)
    alive[slot] = 1
  }

  function upsert(raw: IndexEntry): void {
    const entry = cleanEntry(raw)
    remove(entry.id)
    insert(entry, fieldTermsOf(table.vocabulary, entry))
  }

  function remove(id: string): void {
    const indexed = byId.get(id)
    if (!indexed) return
    lexical.remove(indexed.slot)
    for (const { row } of indexed.rows) vectors.drop(row)
    bySlot[indexed.slot] = undefined
    alive[indexed.slot] = 0
    freeSlots.push(indexed.slot)
    byId.delete(id)
  }

  cleaned.forEach((entry, at) => {
    remove(entry.id)
    insert(entry, terms[at]!)
  })
  // The functions above live as long as the index and would keep the words of every text with them.
  cleaned.length = 0
  terms.length = 0
  lexical.compact()
  return { lexical, vectors, bySlot, usual: () => usual, alive: () => alive, upsert, remove, size: () => byId.size }
}
