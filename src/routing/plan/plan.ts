import learned from '../../../data/weights-plan.json' with { type: 'json' }
import { wordSet } from '../../retrieval/word-list.ts'
import { activeToolCaps } from '../tools/filter.ts'
import { type SingleTool, seekTool } from '../tools/fit/fit.ts'
import { bestSlug } from '../tools/rank.ts'
import { isSeveralUnclear } from '../understand/second-look.ts'
import { type Fineness, finenessLevels, isSurelyPlace, type Piece, type Understanding } from '../understand/types.ts'
import { featuresOfPiece, featuresOfPlan, featuresOfTwo, type SoughtPiece, type WholeTask } from './features.ts'
import { functionStarts } from './functions.ts'
import { likeliestHalves, soughtHalves } from './halves.ts'
import { isAllInOnePlace } from './one-work.ts'
import { soughtPair } from './pair.ts'
import { seeker } from './seek.ts'
import { addsSteps, type Chosen, settledStarts } from './settle.ts'
import { areSeveral, canFollow, isOfThought } from './sought.ts'
import { splitByProducts } from './split-products.ts'
import { type PlanAsk, type PlanStep, stepsOf } from './steps-of.ts'
import { type PlanWeights, weigh } from './weigh.ts'

// Log odds that several tools are needed. Below this, cutting more finely is wrong as often as it is right.
const leastForFiner = -2
// From here on, a piece that refers back ("turn them into flashcards") may need another tool than the piece it refers to.
const leastForElsewhere = 1
// Below this, a second product is only mentioned ("users with a Gmail address").
const leastForProducts = -4

/**
 * The steps of a task that several tools do, or null where one does. The task is cut finer and finer; at each fineness every choice of its
 * pieces as steps is weighed by what was found for them, against its being one. The finest cut may only add to what a coarser one
 * found. Finally, a single clause is cut in two.
 */
export function planOf(asked: PlanAsk, single: SingleTool, weights: PlanWeights = learned): PlanStep[] | null {
  const { understanding, ask, catalog } = asked
  if (isAllInOnePlace(understanding)) return null
  // What the steps are depends on the task alone; the caps decide only about the tools.
  const isCapped = activeToolCaps(ask.caps).length > 0
  const uncapped = isCapped ? { ...ask, caps: {} } : ask
  const seek = seeker(uncapped, catalog)
  const whole = isCapped ? seekTool(uncapped, catalog) : single
  const pair = soughtPair(understanding, seek)
  if (pair) return stepsOf({ sought: pair, starts: [0, 1] }, asked)
  let chosen: Chosen | null = null
  for (const { fineness, pieces } of cutsOf(understanding)) {
    if (chosen && fineness !== 'loose') continue
    const sought = pieces.map(seek)
    const inAll = wholeOf(understanding, whole, fineness, pieces.length)
    const starts = likeliestStarts(sought, inAll, weights) ?? namedStarts(sought) ?? functionStarts(sought)
    if (starts && (!chosen || addsSteps({ sought, starts }, chosen))) chosen = { sought, starts }
  }
  if (chosen) return stepsOf({ ...chosen, starts: settledStarts(chosen) }, asked)
  const halves = soughtHalves(understanding, seek)
  const steps = halves.length > 0 ? likeliestHalves(halves, wholeOf(understanding, whole, 'clauses', 1), weights) : null
  return steps && stepsOf({ sought: steps, starts: [0, 1] }, asked)
}

/** The ways to cut a task into two pieces or more, from coarse to fine. */
export function* cutsOf(understanding: Understanding): Generator<{ fineness: Fineness; pieces: Piece[] }> {
  let before: readonly Piece[] = []
  for (const fineness of finenessLevels) {
    const pieces = understanding
      .pieces(fineness)
      .filter(isForDoing)
      .flatMap((piece) => cutByProducts(piece, understanding))
    if (pieces.length < 2 || areSame(pieces, before)) continue
    const odds = understanding.severalOddsClosely()
    if (fineness !== 'clauses' && odds < leastForFiner) return
    before = pieces
    yield { fineness, pieces: odds > leastForElsewhere ? pieces.map(standingAlone) : pieces }
  }
}

export function wholeOf(
  { severalOdds, severalOddsClosely, language, kinds }: Understanding,
  single: SingleTool,
  fineness: Fineness,
  pieces: number,
): WholeTask {
  return {
    severalOdds: severalOddsClosely(),
    language,
    ...single,
    fineness,
    pieces,
    kinds: isSeveralUnclear(severalOdds) ? kinds() : null,
  }
}

/** "No Notion this time" only says what not to use. */
const isForDoing = ({ products, instructs }: Piece) =>
  instructs || products.length === 0 || products.some(({ role }) => role !== 'ruled_out')

function cutByProducts(piece: Piece, { severalOddsClosely }: Understanding): Piece[] {
  const parts = splitByProducts(piece)
  if (parts.length < 2 || severalOddsClosely() < leastForProducts) return [piece]
  return parts.map((part, at) => ({ ...piece, ...part, joint: at === 0 ? piece.joint : 'product', names_place: true }))
}

const standingAlone = (piece: Piece): Piece => (piece.leansOn?.isSamePlace || isDoneThere(piece) ? piece : { ...piece, leansOn: null })

/** "… and book it" is done where the thing was found, and the verb alone tells of no tool. */
const verbsOfPlace = wordSet('book reserve cancel order buy purchase pay delete remove rename edit update archive close approve merge')
const isDoneThere = ({ text, verb, system }: Piece) => system === null && verbsOfPlace.has(verb ?? '') && /^\S+\s+\S+$/.test(text)

function areSame(pieces: readonly Piece[], others: readonly Piece[]): boolean {
  return pieces.length === others.length && pieces.every(({ text }, at) => text === others[at]?.text)
}

/** Of the plans that end with one piece as their last step: the likeliest, its score, and how likely all of them are together. */
type Ending = { starts: number[]; score: number; mass: number }

/** The likeliest choice of pieces as steps, if all choices together are likelier than a single tool, whose score is zero. */
function likeliestStarts(sought: readonly SoughtPiece[], whole: WholeTask, weights: PlanWeights): number[] | null {
  const alone = sought.map((one) => featuresOfPiece(one, whole))
  const asFirst = alone.map((features, at) => (isOfThought(sought[at]!.piece) ? Number.NEGATIVE_INFINITY : weigh(features, weights)))
  const endings: Ending[] = []
  for (const [at, one] of sought.entries()) {
    let best: Ending = { starts: [], score: Number.NEGATIVE_INFINITY, mass: 0 }
    let mass = 0
    for (const [from, earlier] of endings.entries()) {
      const before = sought[from]!
      if (!canFollow(one, before)) continue
      // The piece before is the first step itself, or the last of the likeliest plan that ends with it.
      const first = asFirst[from]!
      const next = weigh({ ...alone[at], ...featuresOfTwo(one, before, whole) }, weights)
      const score = Math.max(first, earlier.score) + next
      mass += (Math.exp(first) + earlier.mass) * Math.exp(next)
      if (score > best.score) best = { starts: [...(first >= earlier.score ? [from] : earlier.starts), at], score, mass: 0 }
    }
    endings.push({ ...best, mass })
  }
  const mass = endings.reduce((sum, ending) => sum + ending.mass, 0) * Math.exp(weigh(featuresOfPlan(whole), weights))
  const { starts } = endings.reduce((best, ending) => (ending.score > best.score ? ending : best))
  return mass > 1 && areSeveral(starts.map((at) => sought[at]!)) ? starts : null
}

const surelyNamed = 0.9

/**
 * Orders that each name their own product are steps, however much else suggests one tool. One whose product has no server here is a step
 * all the same, which stays open: its work is not done with that of the other.
 */
function namedStarts(sought: readonly SoughtPiece[]): number[] | null {
  const starts: number[] = []
  for (const [at, one] of sought.entries()) {
    const before = sought[starts.at(-1) ?? -1]
    if (namesItsProduct(one) && (!before || canFollow(one, before))) starts.push(at)
  }
  const steps = starts.map((at) => sought[at]!)
  const isOneOpen = steps.length >= 2 && steps.some(({ fit }) => fit.fits) && steps.some(({ fit }) => !fit.fits)
  return starts[0] === 0 && (isOneOpen || areSeveral(steps)) ? starts : null
}

function namesItsProduct({ piece, fit, ranking }: SoughtPiece): boolean {
  const { text, joint, instructs, products } = piece
  if (joint !== 'clause' || !instructs) return false
  if (!fit.fits) return products.some((mention) => mention.slugs.length === 0 && isSurelyPlace(mention))
  const best = bestSlug(ranking)
  return products.some(({ role, certainty, slugs, surface }) => {
    const isPartOfName = text.includes(`${surface}-`)
    return role === 'place' && certainty >= surelyNamed && best !== undefined && slugs.includes(best) && !isPartOfName
  })
}
