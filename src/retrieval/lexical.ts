import type { Term } from './terms.ts'

/** The fields of an entry, and what a word found there is worth. */
export const fieldNames = ['name', 'aliases', 'capabilities', 'toolNames', 'description', 'toolDescriptions', 'examples'] as const
export type Field = (typeof fieldNames)[number]
export type FieldTerms = Record<Field, string[]>

const fieldWeight: Record<Field, number> = {
  name: 3,
  aliases: 2.5,
  capabilities: 1.5,
  toolNames: 1.2,
  description: 1.2,
  toolDescriptions: 0.8,
  examples: 0.5,
}
/** How strongly a field longer than usual is discounted. */
const lengthNorm: Record<Field, number> = {
  name: 0.4,
  aliases: 0.6,
  capabilities: 0.6,
  toolNames: 0.6,
  description: 0.6,
  toolDescriptions: 0.6,
  examples: 0.6,
}
/** A word counts at most this often in one field, however often it is repeated there. */
const repeatCap: Record<Field, number> = {
  name: 1,
  aliases: 1,
  capabilities: 2,
  toolNames: 3,
  description: 2,
  toolDescriptions: 4,
  examples: 12,
}
const saturation = 1.2
/** The terms of some twenty examples. A word of an entry that has more counts by the share of them that hold it. */
const manyExamples = 240

/** Plain arrays, because most words stand in one or two entries and a typed array costs more than it holds there. */
type Postings = { term: string; id: number; slots: number[]; impacts: number[] }

export type LexicalIndex = {
  add: (slot: number, fields: FieldTerms) => void
  remove: (slot: number) => void
  /** Adds each entry's score to scores; the answer is the score that an entry matching every term fully would get. */
  score: (terms: Term[], scores: Float32Array) => number
  rarity: (term: string) => number
  /** A small number for the term while any entry has it; undefined when none does. */
  idOf: (term: string) => number | undefined
  rarityOf: (id: number) => number
  /** Every number given out lies below this. */
  idBound: () => number
  /** Gives back the room that growing lists hold in advance. */
  compact: () => void
}

/** BM25F over slots. Mean field lengths are fixed at the start, so that entries can come and go without a rebuild. */
export function createLexicalIndex(meanLengths: Record<Field, number>): LexicalIndex {
  const postings = new Map<string, Postings>()
  const listsBySlot = new Map<number, Postings[]>()
  const listById: Postings[] = []
  const freeIds: number[] = []

  function add(slot: number, fields: FieldTerms): void {
    const lists: Postings[] = []
    for (const [term, impact] of impactsOf(fields, meanLengths)) {
      let list = postings.get(term)
      if (!list) {
        list = { term, id: freeIds.pop() ?? listById.length, slots: [], impacts: [] }
        listById[list.id] = list
        postings.set(term, list)
      }
      list.slots.push(slot)
      list.impacts.push(impact)
      lists.push(list)
    }
    listsBySlot.set(slot, lists)
  }

  function remove(slot: number): void {
    for (const list of listsBySlot.get(slot) ?? []) {
      takeOut(list, slot)
      if (list.slots.length > 0) continue
      postings.delete(list.term)
      freeIds.push(list.id)
    }
    listsBySlot.delete(slot)
  }

  const rarityAt = (found: number) => Math.log(1 + (listsBySlot.size - found + 0.5) / (found + 0.5))
  const rarity = (term: string) => rarityAt(postings.get(term)?.slots.length ?? 0)
  const rarityOf = (id: number) => rarityAt(listById[id]!.slots.length)
  const idOf = (term: string) => postings.get(term)?.id

  function score(terms: Term[], scores: Float32Array): number {
    let most = 0
    for (const { term, weight } of terms) {
      if (weight === 0) continue
      const gain = weight * rarity(term)
      most += gain
      const list = postings.get(term)
      if (!list) continue
      const { slots, impacts } = list
      for (let at = 0; at < slots.length; at++) scores[slots[at]!] = scores[slots[at]!]! + gain * impacts[at]!
    }
    return most
  }

  function compact(): void {
    for (const list of postings.values()) {
      list.slots = list.slots.slice()
      list.impacts = list.impacts.slice()
    }
  }

  return { add, remove, score, rarity, idOf, rarityOf, idBound: () => listById.length, compact }
}

function takeOut({ slots, impacts }: Postings, slot: number): void {
  const at = slots.indexOf(slot)
  const [lastSlot, lastImpact] = [slots.pop(), impacts.pop()]
  if (at === slots.length || lastSlot === undefined || lastImpact === undefined) return
  slots[at] = lastSlot
  impacts[at] = lastImpact
}

/** Per term its saturated weight in the entry, between 0 and 1. */
function impactsOf(fields: FieldTerms, meanLengths: Record<Field, number>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const field of fieldNames) {
    const counts = new Map<string, number>()
    for (const term of fields[field]) counts.set(term, (counts.get(term) ?? 0) + 1)
    const norm = lengthNorm[field]
    const share = field === 'examples' ? Math.min(1, manyExamples / Math.max(1, fields[field].length)) : 1
    const longness = 1 - norm + norm * (fields[field].length / Math.max(1, meanLengths[field]))
    for (const [term, count] of counts) {
      const part = (fieldWeight[field] * Math.min(count * share, repeatCap[field])) / longness
      sums.set(term, (sums.get(term) ?? 0) + part)
    }
  }
  for (const [term, sum] of sums) sums.set(term, sum / (saturation + sum))
  return sums
}

/** Mean number of terms per field, over the entries that have the field at all. */
export function meanLengthsOf(entries: Iterable<FieldTerms>): Record<Field, number> {
  const totals = new Map<Field, { length: number; entries: number }>(fieldNames.map((field) => [field, { length: 0, entries: 0 }]))
  for (const entry of entries) {
    for (const field of fieldNames) {
      const total = totals.get(field)!
      if (entry[field].length === 0) continue
      total.length += entry[field].length
      total.entries++
    }
  }
  const mean = (field: Field) => totals.get(field)!.length / Math.max(1, totals.get(field)!.entries)
  return {
    name: mean('name'),
    aliases: mean('aliases'),
    capabilities: mean('capabilities'),
    toolNames: mean('toolNames'),
    description: mean('description'),
    toolDescriptions: mean('toolDescriptions'),
    examples: mean('examples'),
  }
}
