import learned from '../../data/weights-plan.json' with { type: 'json' }
import { type Fit, fitOf } from './abstain.ts'
import { searchableText } from './other-languages.ts'
import { featuresOfPiece, featuresOfPlan, featuresOfTwo, type PlanFeatures, type SoughtPiece, type WholeTask } from './plan-features.ts'
import type { RoutingCatalog } from './ports.ts'
import { type Ranking, rankTools, type ToolAsk } from './rank.ts'
import { leftAfter, priceOf } from './run-cost.ts'
import { splitByProducts } from './split-products.ts'
import { FINENESS, type Fineness, type Piece, type Understanding } from './understand/types.ts'

/** A step of a plan: what is done, and what was found for it. */
export type PlanStep = { action: string; system: string | null; ranking: Ranking; fit: Fit }
export type SingleTool = { ranking: Ranking; fit: Fit }

const mostPieces = 6
// Where the words speak more plainly than this for one tool, a finer cut finds as much that is wrong as that is right.
const leastForFiner = -2

/**
 * The steps of a task that several tools do, or null where one does. The task is cut ever finer; at each fineness every choice of its
 * pieces as steps is weighed by what was found for them, against its being one.
 */
export function planOf(understanding: Understanding, ask: ToolAsk, catalog: RoutingCatalog, single: SingleTool): PlanStep[] | null {
  const seek = seeker(ask, catalog)
  for (const { fineness, pieces } of cutsOf(understanding)) {
    const sought = pieces.map(seek)
    const starts = likeliestStarts(sought, wholeOf(understanding, single, fineness, pieces.length))
    if (starts) return stepsOf(sought, starts, ask, catalog)
  }
  return null
}

/** The ways to cut a task into two pieces or more, from coarse to fine. */
export function* cutsOf(understanding: Understanding): Generator<{ fineness: Fineness; pieces: Piece[] }> {
  let before: readonly Piece[] = []
  for (const fineness of FINENESS) {
    if (fineness !== 'clauses' && understanding.several_odds < leastForFiner) return
    const pieces = understanding.pieces(fineness).flatMap(cutByProducts).slice(0, mostPieces)
    if (pieces.length < 2 || areSame(pieces, before)) continue
    before = pieces
    yield { fineness, pieces }
  }
}

export function wholeOf({ several_odds, language }: Understanding, single: SingleTool, fineness: Fineness, pieces: number): WholeTask {
  return { several_odds, language, ...single, fineness, pieces }
}

function cutByProducts(piece: Piece): Piece[] {
  const parts = splitByProducts(piece)
  if (parts.length < 2) return [piece]
  return parts.map((part, at) => ({ ...piece, ...part, joint: at === 0 ? piece.joint : 'product', names_place: true }))
}

function areSame(pieces: readonly Piece[], others: readonly Piece[]): boolean {
  return pieces.length === others.length && pieces.every(({ text }, at) => text === others[at]?.text)
}

export function seeker(ask: ToolAsk, catalog: RoutingCatalog): (piece: Piece) => SoughtPiece {
  const known = new Map<string, SoughtPiece>()
  return (piece) => {
    const found = known.get(piece.text)
    if (found) return { ...found, piece }
    const sought = { piece, ...seek(piece, ask, catalog) }
    known.set(piece.text, sought)
    return sought
  }
}

function seek(piece: Piece, ask: ToolAsk, catalog: RoutingCatalog): SingleTool {
  const { text, action, products, system } = piece
  const query = searchableText(action, ask.language)
  const pieceAsk: ToolAsk = { ...ask, text, query, products, system, similarities: null, parts: [] }
  const ranking = rankTools(pieceAsk, catalog)
  return { ranking, fit: fitOf(ranking, pieceAsk) }
}

const weights: Readonly<Record<string, number>> = learned

function weigh(features: PlanFeatures): number {
  let sum = 0
  for (const [name, value] of Object.entries(features)) if (value) sum += value * weights[name]!
  return sum
}

const bestOf = ({ ranking }: SoughtPiece) => ranking.ranked[0]?.entry.slug
const toolOf = (sought: SoughtPiece) => (sought.fit.fits ? bestOf(sought) : undefined)

/** Every choice of pieces as steps that are done by two tools at least; two steps in a row with the same best tool are one. */
export function choices(sought: readonly SoughtPiece[]): number[][] {
  const chosen: number[][] = []
  for (let mask = 1; mask < 1 << sought.length; mask++) {
    const starts = sought.flatMap((_, at) => (mask & (1 << at) ? [at] : []))
    const isRun = starts.some((at, i) => i > 0 && bestOf(sought[at]!) === bestOf(sought[starts[i - 1]!]!))
    const tools = new Set(starts.flatMap((at) => toolOf(sought[at]!) ?? []))
    if (!isRun && tools.size >= 2) chosen.push(starts)
  }
  return chosen
}

/** The likeliest choice, where all of them together are likelier than a single tool, whose score is nought. */
function likeliestStarts(sought: readonly SoughtPiece[], whole: WholeTask): number[] | null {
  const alone = sought.map((one) => featuresOfPiece(one, whole))
  const asFirst = alone.map(weigh)
  const after = sought.map((one, at) => sought.slice(0, at).map((before) => weigh({ ...alone[at], ...featuresOfTwo(one, before, whole) })))
  const planned = weigh(featuresOfPlan(whole))
  let best: number[] | null = null
  let most = Number.NEGATIVE_INFINITY
  let mass = 0
  for (const starts of choices(sought)) {
    const score = starts.reduce((sum, at, i) => sum + (i === 0 ? asFirst[at]! : after[at]![starts[i - 1]!]!), planned)
    mass += Math.exp(score)
    if (score > most) [best, most] = [starts, score]
  }
  return mass > 1 ? best : null
}

/** The pieces between two steps belong to the first of them. What a step costs is no longer there for the next. */
function stepsOf(sought: readonly SoughtPiece[], starts: readonly number[], ask: ToolAsk, catalog: RoutingCatalog): PlanStep[] {
  let left = ask.caps.max_cost_usd
  return starts.map((start, at) => {
    const { piece, ranking, fit } = sought[start]!
    const more = sought.slice(start + 1, starts[at + 1]).map(({ piece: { text } }) => text)
    const isSpent = at > 0 && left !== ask.caps.max_cost_usd
    const found = isSpent ? seek(piece, { ...ask, caps: { ...ask.caps, max_cost_usd: left } }, catalog) : { ranking, fit }
    const [winner] = found.ranking.ranked
    left = leftAfter(left, found.fit.fits && winner ? priceOf(winner) : 0)
    return { action: [piece.action, ...more].join(', '), system: piece.system, ...found }
  })
}
