import { type Field, type FieldTerms, fieldNames, type LexicalIndex } from './lexical.ts'
import type { Term } from './terms.ts'

export type ToolTerms = { name: string[]; description: string[] }

/**
 * Which words an entry has in which fields, packed into one array: the number of terms; each term's id, with its fields in the highest
 * bits; then, for each tool, `nextToolMark` and the ids of its words.
 */
export type EntryWords = Int32Array

const fieldShift = 24
const idMask = (1 << fieldShift) - 1
const toolNameFlag = 1 << 30
const nextToolMark = -1
const phraseFlag = 1 << fieldNames.length
const bit = (field: Field) => 1 << fieldNames.indexOf(field)
const inName = bit('name')
const inDescription = bit('description')
const inToolNames = bit('toolNames')
const inToolDescriptions = bit('toolDescriptions')
const inHead = inName | inDescription | bit('aliases') | bit('capabilities')

const isPhrase = (term: string) => term.includes(' ')

export function packWords(lexical: Pick<LexicalIndex, 'idOf'>, fields: FieldTerms, tools: readonly ToolTerms[]): EntryWords {
  const places = new Map<number, number>()
  for (const field of fieldNames) {
    for (const term of fields[field]) {
      const id = lexical.idOf(term)!
      places.set(id, (places.get(id) ?? (isPhrase(term) ? phraseFlag : 0)) | bit(field))
    }
  }
  const packed = [places.size, ...[...places].map(([id, place]) => id | (place << fieldShift))]
  for (const { name, description } of tools) {
    packed.push(nextToolMark)
    const named = wordIds(lexical, name)
    for (const id of named) packed.push(id | toolNameFlag)
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
  /** The same for the one tool that has most of them. */
  tool: number
  phrases: number
  ofName: number
  ofHead: number
  ofToolName: number
}

type CoverReader = { words: number; coverOf: (entry: EntryWords) => Cover; done: () => void }

/** Reused from task to task: the weight of each word of the current one, by id. */
type Marks = { weights: Float32Array }
export const createMarks = (): Marks => ({ weights: new Float32Array(0) })

/** What a task asks for: the weight of each of its words that the index knows, by number, and what all of them weigh together. */
type Wanted = { lexical: LexicalIndex; weights: Float32Array; mass: number; phraseMass: number }

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
  const wanted: Wanted = { lexical, weights, mass, phraseMass }
  return {
    words,
    coverOf: (entry) => coverOf(entry, wanted),
    done: () => {
      for (const id of marked) weights[id] = 0
    },
  }
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)

function coverOf(entry: EntryWords, wanted: Wanted): Cover {
  const { weights, mass, phraseMass } = wanted
  let [name, description, toolNames, toolDescriptions, any, head, phrases] = [0, 0, 0, 0, 0, 0, 0]
  const end = entry[0]! + 1
  for (let at = 1; at < end; at++) {
    const weight = weights[entry[at]! & idMask]!
    const place = entry[at]! >>> fieldShift
    if (weight === 0) continue
    if (place & phraseFlag) {
      phrases += weight
      continue
    }
    any += weight
    if (place & inName) name += weight
    if (place & inDescription) description += weight
    if (place & inToolNames) toolNames += weight
    if (place & inToolDescriptions) toolDescriptions += weight
    if (place & inHead) head += weight
  }
  const tool = bestTool(entry, end, wanted)
  return {
    name: share(name, mass),
    description: share(description, mass),
    toolNames: share(toolNames, mass),
    toolDescriptions: share(toolDescriptions, mass),
    any: share(any, mass),
    head: share(head, mass),
    tool: share(end < entry.length ? tool.weight : head, mass),
    phrases: share(phrases, phraseMass),
    ofName: shareWanted(entry, inName, wanted),
    ofHead: shareWanted(entry, inHead, wanted),
    ofToolName: tool.ofName,
  }
}

/** What share of the entry's own words in a place the task has, by how rare they are. */
function shareWanted(entry: EntryWords, wantedPlace: number, { lexical, weights }: Wanted): number {
  let [hit, whole] = [0, 0]
  for (let at = 1; at <= entry[0]!; at++) {
    const place = entry[at]! >>> fieldShift
    if (place & phraseFlag || !(place & wantedPlace)) continue
    const id = entry[at]! & idMask
    const rarity = lexical.rarityOf(id)
    whole += rarity
    if (weights[id]! > 0) hit += rarity
  }
  return share(hit, whole)
}

function bestTool(entry: EntryWords, from: number, wanted: Wanted): { weight: number; ofName: number } {
  const { weights } = wanted
  let [best, bestAt, sum, start] = [0, -1, 0, from]
  for (let at = from; at <= entry.length; at++) {
    if (at === entry.length || entry[at] === nextToolMark) {
      if (sum > best) [best, bestAt] = [sum, start]
      sum = 0
      start = at + 1
    } else sum += weights[entry[at]! & idMask]!
  }
  return { weight: best, ofName: bestAt < 0 ? 0 : shareOfToolName(entry, bestAt, wanted) }
}

function shareOfToolName(entry: EntryWords, from: number, { lexical, weights }: Wanted): number {
  let [hit, whole] = [0, 0]
  for (let at = from; at < entry.length && entry[at]! & toolNameFlag && entry[at] !== nextToolMark; at++) {
    const id = entry[at]! & idMask
    const rarity = lexical.rarityOf(id)
    whole += rarity
    if (weights[id]! > 0) hit += rarity
  }
  return share(hit, whole)
}
