import { createEncoder, type TokenTable } from './encoder.ts'
import { cleanEntry, fieldTermsOf, headText, type IndexEntry, toolTermsOf, toolText } from './entries.ts'
import { createLexicalIndex, type FieldTerms, meanLengthsOf } from './lexical.ts'
import { bestOf, createScratch, type Spread, slotsAbove, spreadOf, spreadOfFew } from './ranking.ts'
import { type Asked, type Candidate, columnsOf, rescore } from './rerank.ts'
import { splitSteps } from './steps.ts'
import { queryTermsOf, type Term } from './terms.ts'
import { createVectorStore, type Nearness, UNSEEN, type VectorStore, widened } from './vectors.ts'
import { createMarks, type EntryWords, packWords, readCover } from './word-cover.ts'

/** `cosine` is the plain nearness of the texts; the other figures are relative to the whole catalog. */
export type Found = { id: string; score: number; lexical: number; semantic: number; cosine: number; matchedTools: string[] }

/** What is known about an answer as a whole, from which its confidence is read. */
export type QueryFeatures = { margin: number; top: number; lexicalTop: number; semanticTop: number; coverage: number; candidates: number }
export type SearchResult = { found: Found[]; features: QueryFeatures }
export type SearchOptions = { limit?: number; steps?: string[] }
/** All that matches a query, best first, and how near the best of it is. */
export type Matching = { ids: string[]; cosine: number; features: QueryFeatures }

export type SearchIndex = {
  upsert: (entry: IndexEntry) => void
  remove: (id: string) => void
  /** Teaches that a task was (weight above 0) or was not (below) work for the entry. */
  addExample: (id: string, text: string, weight: number) => void
  search: (task: string, options?: SearchOptions) => SearchResult
  /** Every entry that scores at least so high, given what the best one scores. */
  matching: (query: string, least: (top: number) => number) => Matching
  /** What the order of the best candidates is decided by, for those who learn it. */
  candidatesFor: (task: string) => { id: string; columns: number[] }[]
  size: () => number
}

/** A score of ten is a perfect match in meaning; words count by how far they stand out from the catalog. */
const SEMANTIC_SCALE = 10
const LEXICAL_SHARE = 0.4
/** Of the nearness of an entry, how much is that of its own text rather than of its nearest tool or example. */
const HEAD_SHARE = 0.4
const STEP_SHARE = 0.5
/** A task like one that the entry failed counts against it, from this nearness on. */
const FAULT_FLOOR = 0.5
const FAULT_SHARE = 0.6
const UNSCORED = -1e9
/** So many of the best are ordered anew by all that is known of them. */
const LOOKED_AT_TWICE = 32
const noWords: EntryWords = new Int32Array(1)
/** Entries that the words find but the sign patterns passed over are compared after all, up to this many. */
const REVISITED = 32
const REVISITED_COVERAGE = 0.25
/** How many entries show well enough how a word's score is spread over a catalog. */
const SAMPLE = 8000

type Row = { row: number; kind: 'head' | 'tool' | 'example'; tool: string }
type Stored = {
  entry: Required<IndexEntry>
  slot: number
  rows: Row[]
  learned: { text: string; weight: number }[]
  words: EntryWords
}
type Scored = {
  query: Int8Array
  scoreOf: (slot: number) => number
  lexical: Float32Array
  semantic: Float32Array
  cosine: Float32Array
  heads: Float32Array
  terms: Term[]
  mass: number
  words: Spread
  seen: number[]
}

type Look = { whole: Scored; parts: Scored[]; total: Float32Array; candidates: number[] }

export function createIndex(table: TokenTable, entries: IndexEntry[]): SearchIndex {
  const encoder = createEncoder(table)
  const cleaned = entries.map(cleanEntry)
  const terms = cleaned.map((entry) => fieldTermsOf(table.vocabulary, entry, entry.examples))
  const lexical = createLexicalIndex(meanLengthsOf(terms))
  const vectors = createVectorStore()
  const usualNearness = createNearnessProfile(table)
  const byId = new Map<string, Stored>()
  const bySlot: (Stored | undefined)[] = []
  const freeSlots: number[] = []
  const scratch = createScratch()
  const marks = createMarks()
  let usual = new Float32Array(1024)
  let alive = new Uint8Array(1024)

  function addRow(stored: Stored, vector: Int8Array, kind: Row['kind'], weight = 1, tool = ''): void {
    stored.rows.push({ row: vectors.add(vector, stored.slot, { head: kind === 'head', weight }), kind, tool })
  }

  function addWords(stored: Stored, fieldTerms: FieldTerms): void {
    lexical.add(stored.slot, fieldTerms)
    stored.words = packWords(lexical, fieldTerms, toolTermsOf(table.vocabulary, stored.entry))
  }

  function insert(entry: Required<IndexEntry>, fieldTerms: FieldTerms, learned: Stored['learned']): void {
    const stored: Stored = { entry, slot: freeSlots.pop() ?? bySlot.length, rows: [], learned, words: noWords }
    bySlot[stored.slot] = stored
    byId.set(entry.id, stored)
    addWords(stored, fieldTerms)
    const head = encoder.encode(headText(entry))
    const tools = entry.tools.map((tool) => encoder.encode(toolText(tool)))
    addRow(stored, head, 'head')
    tools.forEach((vector, at) => {
      addRow(stored, vector, 'tool', 1, entry.tools[at]!.name)
    })
    for (const example of entry.examples) addRow(stored, encoder.encode(example), 'example')
    for (const { text, weight } of learned) addRow(stored, encoder.encode(text), 'example', weight)
    if (stored.slot >= usual.length) {
      usual = widened(usual, new Float32Array(usual.length * 2))
      alive = widened(alive, new Uint8Array(alive.length * 2))
    }
    usual[stored.slot] = usualNearness(head, tools)
    alive[stored.slot] = 1
  }

  function upsert(raw: IndexEntry): void {
    const entry = cleanEntry(raw)
    const learned = byId.get(entry.id)?.learned ?? []
    remove(entry.id)
    insert(entry, fieldTermsOf(table.vocabulary, entry, taughtTexts(entry, learned)), learned)
  }

  function remove(id: string): void {
    const stored = byId.get(id)
    if (!stored) return
    lexical.remove(stored.slot)
    for (const { row } of stored.rows) vectors.drop(row)
    bySlot[stored.slot] = undefined
    alive[stored.slot] = 0
    freeSlots.push(stored.slot)
    byId.delete(id)
  }

  function addExample(id: string, text: string, weight: number): void {
    const stored = byId.get(id)
    if (!stored) return
    stored.learned.push({ text, weight })
    addRow(stored, encoder.encode(text), 'example', weight)
    lexical.remove(stored.slot)
    addWords(stored, fieldTermsOf(table.vocabulary, stored.entry, taughtTexts(stored.entry, stored.learned)))
  }

  function nearnessOf(query: Int8Array, lexicalScores: Float32Array, mass: number): Nearness {
    const slots = bySlot.length
    const nearness: Nearness = {
      heads: scratch.borrow(slots, UNSEEN),
      bests: scratch.borrow(slots, UNSEEN),
      faults: scratch.borrow(slots, 0),
      seen: [],
    }
    const isExact = vectors.scan(query, nearness)
    if (!isExact) compareMissed(query, { lexicalScores, least: REVISITED_COVERAGE * mass }, nearness)
    return nearness
  }

  function compareMissed(query: Int8Array, words: { lexicalScores: Float32Array; least: number }, nearness: Nearness): void {
    for (const slot of bestOf(words.lexicalScores, slotsAbove(words.lexicalScores, words.least), REVISITED)) {
      if (nearness.heads[slot] === UNSEEN) vectors.compare(query, rowNumbers(bySlot[slot]!), nearness)
    }
  }

  function scoreText(text: string): Scored {
    const slots = bySlot.length
    const lexicalScores = scratch.borrow(slots, 0)
    const queryTerms = queryTermsOf(table.vocabulary, text)
    const mass = lexical.score(queryTerms, lexicalScores)
    const query = encoder.encode(text)
    const { heads, bests: cosine, faults, seen } = nearnessOf(query, lexicalScores, mass)
    const words = spreadOf(lexicalScores, alive, Math.ceil(slots / SAMPLE))
    const lexicalScale = LEXICAL_SHARE / words.deviation
    const semantic = scratch.borrow(slots, 0)
    for (let at = 0; at < seen.length; at++) {
      const slot = seen[at]!
      const fault = FAULT_SHARE * Math.max(0, faults[slot]! - FAULT_FLOOR)
      cosine[slot] = HEAD_SHARE * heads[slot]! + (1 - HEAD_SHARE) * cosine[slot]! - fault
      semantic[slot] = cosine[slot]! - usual[slot]!
    }
    const scoreOf = (slot: number) => SEMANTIC_SCALE * semantic[slot]! + lexicalScale * (lexicalScores[slot]! - words.mean)
    return { query, scoreOf, lexical: lexicalScores, semantic, cosine, heads, terms: queryTerms, mass, words, seen }
  }

  /** An entry that does one step well belongs beside those that fit the whole; a step weighs by how much it says. */
  function stepScore(steps: Scored[]): (slot: number) => number {
    const heaviest = Math.max(...steps.map((step) => step.mass), 1e-9)
    const handicaps = steps.map((step) => Math.log(Math.max(step.mass, 1e-3) / heaviest))
    return (slot) => {
      let best = Number.NEGATIVE_INFINITY
      for (let at = 0; at < steps.length; at++) best = Math.max(best, steps[at]!.scoreOf(slot) + handicaps[at]!)
      return best
    }
  }

  /** By how many deviations an entry stands out from the catalog. */
  function standingOut({ lexical: scores, semantic, words, seen }: Scored) {
    const meaning = spreadOfFew(semantic, seen, byId.size)
    return {
      lexicalOf: (slot: number) => (scores[slot]! - words.mean) / words.deviation,
      semanticOf: (slot: number) => (semantic[slot]! - meaning.mean) / meaning.deviation,
    }
  }

  function lookTwice(slots: number[], { whole, parts, total }: Look): { looked: Candidate[]; asked: Asked } {
    const { lexicalOf, semanticOf } = standingOut(whole)
    const toParts = nearnessToParts(parts.length > 0 ? parts : [whole])
    const cover = readCover(lexical, whole.terms, marks)
    const looked = slots.map((slot) => {
      const stored = bySlot[slot]!
      const isSeen = whole.cosine[slot] !== UNSEEN
      const head = isSeen ? whole.heads[slot]! : usual[slot]!
      return {
        score: total[slot]!,
        lexical: lexicalOf(slot),
        semantic: semanticOf(slot),
        head,
        best: isSeen ? (whole.cosine[slot]! - HEAD_SHARE * head) / (1 - HEAD_SHARE) : head,
        ...toParts(slot),
        tools: stored.entry.tools.length,
        cover: cover.coverOf(stored.words),
      }
    })
    cover.done()
    return { looked, asked: { parts: parts.length, words: cover.words, entries: byId.size } }
  }

  function firstLook(task: string, steps: string[]): Look {
    scratch.returnAll()
    const whole = scoreText(task)
    const parts = steps.length > 1 ? steps.map(scoreText) : []
    const ofSteps = stepScore(parts)
    const total = scratch.borrow(bySlot.length, UNSCORED)
    const candidates: number[] = []
    for (const { seen } of [whole, ...parts]) {
      for (const slot of seen) {
        if (total[slot] !== UNSCORED) continue
        const score = whole.scoreOf(slot)
        total[slot] = parts.length === 0 ? score : (1 - STEP_SHARE) * score + STEP_SHARE * ofSteps(slot)
        candidates.push(slot)
      }
    }
    return { whole, parts, total, candidates }
  }

  /** Entries that bring tasks with them are told apart by these better than by anything else that is known of them. */
  function secondLook(slots: number[], look: Look): number[] {
    const bringTasks = slots.filter((slot) => bySlot[slot]!.entry.examples.length > 0).length
    if (bringTasks > slots.length / 2) return slots.map((slot) => look.total[slot]!)
    const { looked, asked } = lookTwice(slots, look)
    return rescore(looked, asked)
  }

  function search(task: string, { limit = 20, steps = splitSteps(task) }: SearchOptions = {}): SearchResult {
    return bestIn(firstLook(task, steps), limit)
  }

  function matching(query: string, least: (top: number) => number): Matching {
    const look = firstLook(query, [])
    const { found, features } = bestIn(look, LOOKED_AT_TWICE)
    const floor = least(features.top)
    const first = found.filter(({ score }) => score >= floor).map(({ id }) => id)
    const further = first.length < found.length ? [] : furtherThan(new Set(first), look, floor)
    return { ids: [...first, ...further], cosine: found[0]?.cosine ?? 0, features }
  }

  function furtherThan(known: ReadonlySet<string>, { candidates, total }: Look, floor: number): string[] {
    return candidates
      .filter((slot) => total[slot]! >= floor)
      .sort((a, b) => total[b]! - total[a]!)
      .map((slot) => bySlot[slot]!.entry.id)
      .filter((id) => !known.has(id))
  }

  function bestIn(look: Look, limit: number): SearchResult {
    const { whole, total } = look
    const order = bestOf(total, look.candidates, Math.max(LOOKED_AT_TWICE, limit))
    const scores = secondLook(order.slice(0, LOOKED_AT_TWICE), look)
    const least = Math.min(...scores)
    const best = order
      .map((slot, at) => ({ slot, score: scores[at] ?? Math.min(total[slot]!, least) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, Math.max(2, limit))
    const { lexicalOf, semanticOf } = standingOut(whole)
    const found = best.map(({ slot, score }) => ({
      id: bySlot[slot]!.entry.id,
      score,
      lexical: lexicalOf(slot),
      semantic: semanticOf(slot),
      cosine: whole.cosine[slot] === UNSEEN ? usual[slot]! : whole.cosine[slot]!,
      matchedTools: matchedTools(vectors, bySlot[slot]!, whole.query),
    }))
    const [first, second] = found
    const features: QueryFeatures = {
      top: first?.score ?? 0,
      margin: first && second ? first.score - second.score : 0,
      lexicalTop: first?.lexical ?? 0,
      semanticTop: first?.semantic ?? 0,
      coverage: best[0] === undefined || whole.mass === 0 ? 0 : whole.lexical[best[0].slot]! / whole.mass,
      candidates: byId.size,
    }
    return { found: found.slice(0, limit), features }
  }

  function candidatesFor(task: string): { id: string; columns: number[] }[] {
    const look = firstLook(task, splitSteps(task))
    const order = bestOf(look.total, look.candidates, LOOKED_AT_TWICE)
    const { looked, asked } = lookTwice(order, look)
    return looked.map((candidate, at) => ({ id: bySlot[order[at]!]!.entry.id, columns: columnsOf(candidate, asked) }))
  }

  cleaned.forEach((entry, at) => {
    remove(entry.id)
    insert(entry, terms[at]!, [])
  })
  // The functions below live as long as the index and would keep the words of every text with them.
  cleaned.length = 0
  terms.length = 0
  lexical.compact()
  return { upsert, remove, addExample, search, matching, candidatesFor, size: () => byId.size }
}

/** How near an entry lies to the parts of a task: on the whole and to one of them, by how much each part says. */
function nearnessToParts(parts: Scored[]): (slot: number) => { partsMean: number; partsBest: number } {
  const whole = parts.reduce((sum, { mass }) => sum + mass, 0) || 1
  const heaviest = Math.max(...parts.map(({ mass }) => mass)) || 1
  return (slot) => {
    let [partsMean, partsBest] = [0, 0]
    for (const { cosine, mass } of parts) {
      const near = cosine[slot] === UNSEEN ? 0 : cosine[slot]!
      partsMean += (near * mass) / whole
      partsBest = Math.max(partsBest, near * Math.sqrt(mass / heaviest))
    }
    return { partsMean, partsBest }
  }
}

const rowNumbers = (stored: Stored) => stored.rows.map(({ row }) => row)
const taughtTexts = (entry: Required<IndexEntry>, learned: Stored['learned']) => [
  ...entry.examples,
  ...learned.filter(({ weight }) => weight > 0).map(({ text }) => text),
]

/**
 * How near an entry lies to tasks of every kind. Some texts lie near everything, and entries with many tools have
 * more chances; taking the usual nearness off puts all on the same footing.
 */
function createNearnessProfile(table: TokenTable): (head: Int8Array, tools: Int8Array[]) => number {
  const references = createVectorStore()
  table.references.forEach((vector, at) => {
    references.add(vector, at, { head: true, weight: 1 })
  })
  const count = table.references.length
  return (head, tools) => {
    if (count === 0) return 0
    const ignored = new Float32Array(count)
    const heads: Nearness = { heads: new Float32Array(count), bests: new Float32Array(count).fill(UNSEEN), faults: ignored, seen: [] }
    references.scan(head, heads)
    for (const tool of tools) references.scan(tool, { heads: ignored, bests: heads.bests, faults: ignored, seen: [] })
    let sum = 0
    for (let at = 0; at < count; at++) sum += HEAD_SHARE * heads.heads[at]! + (1 - HEAD_SHARE) * heads.bests[at]!
    return sum / count
  }
}

const LEAST_TOOL_NEARNESS = 0.25
const TOOL_TOLERANCE = 0.08
const MOST_MATCHED_TOOLS = 3

function matchedTools(vectors: VectorStore, stored: Stored, query: Int8Array): string[] {
  const tools = stored.rows.filter(({ kind }) => kind === 'tool').map(({ row, tool }) => ({ tool, near: vectors.similarity(query, row) }))
  const best = Math.max(...tools.map(({ near }) => near), 0)
  const near = tools.filter((one) => one.near > LEAST_TOOL_NEARNESS && one.near > best - TOOL_TOLERANCE)
  const nearest = near.sort((a, b) => b.near - a.near).slice(0, MOST_MATCHED_TOOLS)
  return nearest.map(({ tool }) => tool)
}
