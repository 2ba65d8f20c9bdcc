import { FIELDS, type Field, type FieldTerms, type LexicalIndex } from './lexical.ts'
import type { Term } from './terms.ts'

export type ToolTerms = { name: string[]; description: string[] }

/**
 * Which words stand where in an entry, in one array: how many terms, then each term's number with its fields in the highest
 * bits, then the words of each tool behind a NEXT_TOOL.
 */
export type EntryWords = Int32Array

const FIELD_SHIFT = 24
const ID_MASK = (1 << FIELD_SHIFT) - 1
const IN_TOOL_NAME = 1 << 30
const NEXT_TOOL = -1
const PHRASE = 1 << FIELDS.length
const bit = (field: Field) => 1 << FIELDS.indexOf(field)
const NAME = bit('name')
const DESCRIPTION = bit('description')
const TOOL_NAMES = bit('toolNames')
const TOOL_DESCRIPTIONS = bit('toolDescriptions')
const HEAD = NAME | DESCRIPTION | bit('aliases') | bit('capabilities')

const isPhrase = (term: string) => term.includes(' ')

export function packWords(lexical: Pick<LexicalIndex, 'idOf'>, fields: FieldTerms, tools: readonly ToolTerms[]): EntryWords {
  const places = new Map<number, number>()
  for (const field of FIELDS) {
    for (const term of fields[field]) {
      const id = lexical.idOf(term)!
      places.set(id, (places.get(id) ?? (isPhrase(term) ? PHRASE : 0)) | bit(field))
    }
  }
  const packed = [places.size, ...[...places].map(([id, place]) => id | (place << FIELD_SHIFT))]
  for (const { name, description } of tools) {
    packed.push(NEXT_TOOL)
    const named = wordIds(lexical, name)
    for (const id of named) packed.push(id | IN_TOOL_NAME)
    for (const id of wordIds(lexical, description)) if (!named.has(id)) packed.push(id)
  }
  return Int32Array.from(packed)
}

const wordIds = (lexical: Pick<LexicalIndex, 'idOf'>, terms: readonly string[]) =>
  new Set(terms.filter((term) => !isPhrase(term)).map((term) => lexical.idOf(term)!))

/** What share of the task's words, by weight, an entry has in each place; and what share of its own words the task has. */
export type Cover = {
  name: number
  description: number
  toolNames: number
  toolDescriptions: number
  any: number
  head: number
  /** By the one tool that has most. */
  tool: number
  phrases: number
  ofName: number
  ofHead: number
  ofToolName: number
}

export type CoverReader = { words: number; coverOf: (entry: EntryWords) => Cover; done: () => void }

/** Room that one task after another writes the weights of its words into. */
export type Marks = { weights: Float32Array }
export const createMarks = (): Marks => ({ weights: new Float32Array(0) })

export function readCover(lexical: LexicalIndex, terms: readonly Term[], marks: Marks): CoverReader {
  if (marks.weights.length < lexical.idBound()) marks.weights = new Float32Array(Math.ceil(lexical.idBound() * 1.2))
  const { weights } = marks
  const marked: number[] = []
  let [mass, phraseMass, words] = [0, 0, 0]
  for (const { term, weight } of terms) {
    const id = lexical.idOf(term)
    const gain = weight * lexical.rarity(term)
    if (isPhrase(term)) phraseMass += gain
    else {
      mass += gain
      words++
    }
    if (id === undefined) continue
    weights[id] = gain
    marked.push(id)
  }
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)

  function coverOf(entry: EntryWords): Cover {
    let [name, description, toolNames, toolDescriptions, any, head, phrases] = [0, 0, 0, 0, 0, 0, 0]
    let [nameMass, nameHit, headMass, headHit] = [0, 0, 0, 0]
    const end = entry[0]! + 1
    for (let at = 1; at < end; at++) {
      const id = entry[at]! & ID_MASK
      const place = entry[at]! >>> FIELD_SHIFT
      const weight = weights[id]!
      if (place & PHRASE) {
        phrases += weight
        continue
      }
      if (place & HEAD) {
        const rarity = lexical.rarityOf(id)
        headMass += rarity
        if (weight > 0) headHit += rarity
        if (place & NAME) {
          nameMass += rarity
          if (weight > 0) nameHit += rarity
        }
      }
      if (weight === 0) continue
      any += weight
      if (place & NAME) name += weight
      if (place & DESCRIPTION) description += weight
      if (place & TOOL_NAMES) toolNames += weight
      if (place & TOOL_DESCRIPTIONS) toolDescriptions += weight
      if (place & HEAD) head += weight
    }
    const tool = bestTool(entry, end)
    return {
      name: share(name, mass),
      description: share(description, mass),
      toolNames: share(toolNames, mass),
      toolDescriptions: share(toolDescriptions, mass),
      any: share(any, mass),
      head: share(head, mass),
      tool: share(end < entry.length ? tool.weight : head, mass),
      phrases: share(phrases, phraseMass),
      ofName: share(nameHit, nameMass),
      ofHead: share(headHit, headMass),
      ofToolName: tool.ofName,
    }
  }

  function bestTool(entry: EntryWords, from: number): { weight: number; ofName: number } {
    let [best, bestAt, sum, start] = [0, -1, 0, from]
    for (let at = from; at <= entry.length; at++) {
      if (at === entry.length || entry[at] === NEXT_TOOL) {
        if (sum > best) [best, bestAt] = [sum, start]
        sum = 0
        start = at + 1
      } else sum += weights[entry[at]! & ID_MASK]!
    }
    return { weight: best, ofName: bestAt < 0 ? 0 : shareOfToolName(entry, bestAt) }
  }

  function shareOfToolName(entry: EntryWords, from: number): number {
    let [hit, whole] = [0, 0]
    for (let at = from; at < entry.length && entry[at]! & IN_TOOL_NAME && entry[at] !== NEXT_TOOL; at++) {
      const id = entry[at]! & ID_MASK
      const rarity = lexical.rarityOf(id)
      whole += rarity
      if (weights[id]! > 0) hit += rarity
    }
    return share(hit, whole)
  }

  function done(): void {
    for (const id of marked) weights[id] = 0
  }

  return { words, coverOf, done }
}
