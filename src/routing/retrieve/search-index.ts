import { createEncoder, type TokenTable } from './encoder.ts'
import { cleanEntry, fieldTermsOf, headText, type IndexEntry, toolText } from './entries.ts'
import { createLexicalIndex, type FieldTerms, meanLengthsOf } from './lexical.ts'
import { splitSteps } from './steps.ts'
import { queryTermsOf } from './terms.ts'
import { createVectorStore } from './vectors.ts'

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

const LEXICAL_SHARE = 0.5
const STEP_SHARE = 0.4
const HEAD_SHARE = 0.4

type Kind = 'head' | 'tool' | 'example'
type Row = { row: number; kind: Kind; tool: string }
type Stored = { entry: Required<IndexEntry>; slot: number; rows: Row[]; learned: { text: string; weight: number }[] }
type Scored = { fused: Float32Array; lexical: Float32Array; semantic: Float32Array; cosine: Float32Array; mass: number; coverage: Float32Array }

export function createIndex(table: TokenTable, entries: IndexEntry[]): SearchIndex {
  const encoder = createEncoder(table)
  const cleaned = entries.map(cleanEntry)
  const terms = cleaned.map((entry) => fieldTermsOf(encoder, entry, entry.examples))
  const lexical = createLexicalIndex(meanLengthsOf(terms))
  const vectors = createVectorStore()
  const byId = new Map<string, Stored>()
  const bySlot: (Stored | undefined)[] = []
  let kinds: Uint8Array = new Uint8Array(1024)

  function addRow(stored: Stored, text: string, kind: Kind, weight = 1, tool = ''): void {
    const row = vectors.add(encoder.encode(text), stored.slot, weight)
    if (row >= kinds.length) {
      const wider = new Uint8Array(kinds.length * 2)
      wider.set(kinds)
      kinds = wider
    }
    kinds[row] = kind === 'head' ? 0 : kind === 'tool' ? 1 : 2
    stored.rows.push({ row, kind, tool })
  }

  function insert(entry: Required<IndexEntry>, fieldTerms: FieldTerms, learned: Stored['learned']): void {
    const stored: Stored = { entry, slot: bySlot.length, rows: [], learned }
    bySlot.push(stored)
    byId.set(entry.id, stored)
    lexical.add(stored.slot, fieldTerms)
    addRow(stored, headText(entry), 'head')
    for (const tool of entry.tools) addRow(stored, toolText(tool), 'tool', 1, tool.name)
    for (const example of entry.examples) addRow(stored, example, 'example')
    for (const { text, weight } of learned) addRow(stored, text, 'example', weight)
  }

  function upsert(raw: IndexEntry): void {
    const entry = cleanEntry(raw)
    const learned = byId.get(entry.id)?.learned ?? []
    remove(entry.id)
    insert(entry, fieldTermsOf(encoder, entry, [...entry.examples, ...learned.map(({ text }) => text)]), learned)
  }

  function remove(id: string): void {
    const stored = byId.get(id)
    if (!stored) return
    lexical.remove(stored.slot)
    for (const { row } of stored.rows) vectors.drop(row)
    bySlot[stored.slot] = undefined
    byId.delete(id)
  }

  function addExample(id: string, text: string, weight: number): void {
    const stored = byId.get(id)
    if (!stored) return
    stored.learned.push({ text, weight })
    addRow(stored, text, 'example', weight)
    lexical.remove(stored.slot)
    lexical.add(stored.slot, fieldTermsOf(encoder, stored.entry, [...stored.entry.examples, ...stored.learned.map((one) => one.text)]))
  }

  function scoreText(text: string): Scored {
    const slots = bySlot.length
    const lexicalScores = new Float32Array(slots)
    const mass = lexical.score(queryTermsOf(encoder, text), lexicalScores)
    const heads = new Float32Array(slots)
    const bests = new Float32Array(slots).fill(-1)
    vectors.scan(encoder.encode(text), (owner, row, similarity) => {
      if (kinds[row] === 0) heads[owner] = similarity
      if (similarity > bests[owner]!) bests[owner] = similarity
    })
    const semantic = new Float32Array(slots)
    for (let slot = 0; slot < slots; slot++) semantic[slot] = HEAD_SHARE * heads[slot]! + (1 - HEAD_SHARE) * bests[slot]!
    const coverage = lexicalScores.map((score) => (mass > 0 ? score / mass : 0))
    const [z1, z2] = [standardised(lexicalScores, bySlot), standardised(semantic, bySlot)]
    const fused = new Float32Array(slots)
    for (let slot = 0; slot < slots; slot++) fused[slot] = z2[slot]! + LEXICAL_SHARE * z1[slot]!
    return { fused, lexical: z1, semantic: z2, cosine: semantic, mass, coverage }
  }

  function search(task: string, { limit = 20, steps = splitSteps(task) }: SearchOptions = {}): SearchResult {
    const whole = scoreText(task)
    const total = whole.fused.slice()
    if (steps.length > 1) {
      const scored = steps.map(scoreText)
      const heaviest = Math.max(...scored.map((step) => step.mass), 1e-9)
      for (let slot = 0; slot < total.length; slot++) {
        let best = -10
        for (const step of scored) best = Math.max(best, step.fused[slot]! * Math.sqrt(step.mass / heaviest))
        total[slot] = (1 - STEP_SHARE) * total[slot]! + STEP_SHARE * best
      }
    }
    const order = bestSlots(total, bySlot, Math.max(2, limit))
    const query = encoder.encode(task)
    const found = order.slice(0, limit).map((slot) => ({
      id: bySlot[slot]!.entry.id,
      score: total[slot]!,
      lexical: whole.lexical[slot]!,
      semantic: whole.semantic[slot]!,
      cosine: whole.cosine[slot]!,
      matchedTools: matchedTools(bySlot[slot]!, query),
    }))
    const [first, second] = order
    const features: QueryFeatures = {
      top: first === undefined ? 0 : total[first]!,
      margin: first === undefined || second === undefined ? 0 : total[first]! - total[second]!,
      lexicalTop: first === undefined ? 0 : whole.lexical[first]!,
      semanticTop: first === undefined ? 0 : whole.semantic[first]!,
      coverage: first === undefined ? 0 : whole.coverage[first]!,
      candidates: byId.size,
    }
    return { found, features }
  }

  function matchedTools(stored: Stored, query: Int8Array): string[] {
    const tools = stored.rows.filter(({ kind }) => kind === 'tool').map(({ row, tool }) => ({ tool, near: vectors.similarity(query, row) }))
    const best = Math.max(...tools.map(({ near }) => near), 0)
    const near = tools.filter((one) => one.near > 0.25 && one.near > best - 0.08)
    return near
      .sort((a, b) => b.near - a.near)
      .slice(0, 3)
      .map(({ tool }) => tool)
  }

  cleaned.forEach((entry, at) => {
    remove(entry.id)
    insert(entry, terms[at]!, [])
  })
  return { upsert, remove, addExample, search, size: () => byId.size }
}

function standardised(scores: Float32Array, bySlot: unknown[]): Float32Array {
  let [sum, squares, count] = [0, 0, 0]
  for (let slot = 0; slot < scores.length; slot++) {
    if (bySlot[slot] === undefined) continue
    sum += scores[slot]!
    squares += scores[slot]! * scores[slot]!
    count++
  }
  const mean = sum / Math.max(1, count)
  const spread = Math.sqrt(Math.max(1e-9, squares / Math.max(1, count) - mean * mean))
  return scores.map((score) => (score - mean) / spread)
}

function bestSlots(scores: Float32Array, bySlot: unknown[], wanted: number): number[] {
  const best: number[] = []
  for (let slot = 0; slot < scores.length; slot++) {
    if (bySlot[slot] === undefined) continue
    if (best.length === wanted && scores[slot]! <= scores[best[wanted - 1]!]!) continue
    let at = best.length
    while (at > 0 && scores[best[at - 1]!]! < scores[slot]!) at--
    best.splice(at, 0, slot)
    if (best.length > wanted) best.pop()
  }
  return best
}
