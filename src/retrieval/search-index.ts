import { createEncoder, type TokenTable } from './encoder.ts'
import { cleanEntry, fieldTermsOf, headText, type IndexEntry, toolText } from './entries.ts'
import { createLexicalIndex, type FieldTerms, meanLengthsOf } from './lexical.ts'
import { bestOf, createScratch, type Spread, slotsAbove, spreadOf, spreadOfFew } from './ranking.ts'
import { splitSteps } from './steps.ts'
import { queryTermsOf } from './terms.ts'
import { createVectorStore, type Nearness, UNSEEN, type VectorStore, widened } from './vectors.ts'

/** `cosine` is the plain nearness of the texts; the other figures are relative to the whole catalog. */
export type Found = { id: string; score: number; lexical: number; semantic: number; cosine: number; matchedTools: string[] }

/** What is known about an answer as a whole, from which its confidence is read. */
export type QueryFeatures = { margin: number; top: number; lexicalTop: number; semanticTop: number; coverage: number; candidates: number }
export type SearchResult = { found: Found[]; features: QueryFeatures }
export type SearchOptions = { limit?: number; steps?: string[] }

export type SearchIndex = {
  upsert: (entry: IndexEntry) => void
  remove: (id: string) => void
  /** Teaches that a task was (weight above 0) or was not (below) work for the entry. */
  addExample: (id: string, text: string, weight: number) => void
  search: (task: string, options?: SearchOptions) => SearchResult
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
/** Entries that the words find but the sign patterns passed over are compared after all, up to this many. */
const REVISITED = 64
const REVISITED_COVERAGE = 0.25
/** How many entries show well enough how a word's score is spread over a catalog. */
const SAMPLE = 20_000

type Row = { row: number; kind: 'head' | 'tool' | 'example'; tool: string }
type Stored = { entry: Required<IndexEntry>; slot: number; rows: Row[]; learned: { text: string; weight: number }[] }
type Scored = {
  scoreOf: (slot: number) => number
  lexical: Float32Array
  semantic: Float32Array
  cosine: Float32Array
  mass: number
  words: Spread
  seen: number[]
}

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
  let usual = new Float32Array(1024)
  let alive = new Uint8Array(1024)

  function addRow(stored: Stored, vector: Int8Array, kind: Row['kind'], weight = 1, tool = ''): void {
    stored.rows.push({ row: vectors.add(vector, stored.slot, { head: kind === 'head', weight }), kind, tool })
  }

  function insert(entry: Required<IndexEntry>, fieldTerms: FieldTerms, learned: Stored['learned']): void {
    const stored: Stored = { entry, slot: freeSlots.pop() ?? bySlot.length, rows: [], learned }
    bySlot[stored.slot] = stored
    byId.set(entry.id, stored)
    lexical.add(stored.slot, fieldTerms)
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
    lexical.add(stored.slot, fieldTermsOf(table.vocabulary, stored.entry, taughtTexts(stored.entry, stored.learned)))
  }

  function nearnessOf(text: string, lexicalScores: Float32Array, mass: number): Nearness {
    const slots = bySlot.length
    const nearness: Nearness = {
      heads: scratch.borrow(slots, UNSEEN),
      bests: scratch.borrow(slots, UNSEEN),
      faults: scratch.borrow(slots, 0),
      seen: [],
    }
    const query = encoder.encode(text)
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
    const mass = lexical.score(queryTermsOf(table.vocabulary, text), lexicalScores)
    const { heads, bests: cosine, faults, seen } = nearnessOf(text, lexicalScores, mass)
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
    return { scoreOf, lexical: lexicalScores, semantic, cosine, mass, words, seen }
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

  function search(task: string, { limit = 20, steps = splitSteps(task) }: SearchOptions = {}): SearchResult {
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
    const order = bestOf(total, candidates, Math.max(2, limit))
    const { words } = whole
    const meaning = spreadOfFew(whole.semantic, whole.seen, byId.size)
    const query = encoder.encode(task)
    const found = order.map((slot) => ({
      id: bySlot[slot]!.entry.id,
      score: total[slot]!,
      lexical: (whole.lexical[slot]! - words.mean) / words.deviation,
      semantic: (whole.semantic[slot]! - meaning.mean) / meaning.deviation,
      cosine: whole.cosine[slot] === UNSEEN ? usual[slot]! : whole.cosine[slot]!,
      matchedTools: matchedTools(vectors, bySlot[slot]!, query),
    }))
    const [first, second] = found
    const features: QueryFeatures = {
      top: first?.score ?? 0,
      margin: first && second ? first.score - second.score : 0,
      lexicalTop: first?.lexical ?? 0,
      semanticTop: first?.semantic ?? 0,
      coverage: order[0] === undefined || whole.mass === 0 ? 0 : whole.lexical[order[0]]! / whole.mass,
      candidates: byId.size,
    }
    return { found: found.slice(0, limit), features }
  }

  cleaned.forEach((entry, at) => {
    remove(entry.id)
    insert(entry, terms[at]!, [])
  })
  // The functions below live as long as the index and would keep the words of every text with them.
  cleaned.length = 0
  terms.length = 0
  lexical.compact()
  return { upsert, remove, addExample, search, size: () => byId.size }
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
