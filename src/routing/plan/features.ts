import { logOdds } from '../logistic.ts'
import type { Fit } from '../tools/fit/fit.ts'
import { kindOdds } from '../tools/kinds/odds.ts'
import { isBoundTo } from '../tools/products/named.ts'
import { bestSlug, type Ranking, type ToolAsk } from '../tools/rank.ts'
import type { Fineness, Halves, KindChances, Piece } from '../understand/types.ts'

/** A piece of the task, what the catalog was asked for it and what was found. */
export type SoughtPiece = { piece: Piece; ask: ToolAsk; ranking: Ranking; fit: Fit }
export type Seek = (piece: Piece) => SoughtPiece
/** Two halves of a clause in the order of doing. */
export type SoughtHalves = Pick<Halves, 'isPlain'> & { first: SoughtPiece; second: SoughtPiece }
/** What is known of the task as a whole, and how it was cut. */
export type WholeTask = {
  severalOdds: number
  language: string
  ranking: Ranking
  fit: Fit
  fineness: Fineness
  pieces: number
  kinds: KindChances | null
}

const pieceFeatureNames = [
  'any',
  'several',
  'names_place',
  'confidence',
  'fits',
  'kind_told',
  'verb_told',
  'mark_joint',
  'condition_joint',
  'product_joint',
  'instructs',
  'asks',
  'subordinate',
  'only_place',
  'whole_winner',
  'whole_confidence',
  'other_language',
  'pieces',
  'kind_odds',
] as const
const pairFeatureNames = [
  'both_named',
  'gap',
  'absent',
  'pronoun',
  'confidence_before',
  'verb_same',
  'verb_other',
  'untold',
  'several_named',
] as const
const wholePlanFeatureNames = [
  'plan',
  'plan_several',
  'plan_whole_confidence',
  'plan_other_language',
  'plan_places',
  'plan_loose',
  'plan_clauses',
  'plan_pieces',
  'plan_kind_odds',
] as const
const halvesFeatureNames = [
  'half',
  'half_several',
  'half_least',
  'half_plain',
  'half_whole_confidence',
  'half_gap',
  'half_kind_odds',
  'half_whole_kind_odds',
] as const
export const planFeatureNames = [...pieceFeatureNames, ...pairFeatureNames, ...wholePlanFeatureNames, ...halvesFeatureNames] as const
export type PlanFeatures = Partial<Record<(typeof planFeatureNames)[number], number>>

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))
const surenessOf = (chance: number) => within(logOdds(chance, 1e-4), 4) / 2
const severalOf = ({ severalOdds }: WholeTask) => within(severalOdds, 6) / 2

const question = /\?|^(?:what|which|how|who|when|where|is|are|does|do)\b/i
const subordinate =
  /^(?:that|which|who|whose|because|so that|dass|weil|damit|ob|que|qui|parce que|porque|che|perché|dat|omdat|że|att|что|чтобы|ki)(?!\p{L})/iu

const kindOddsOf = ({ ranking }: Pick<SoughtPiece, 'ranking'>, { kinds }: WholeTask) =>
  kinds && ranking.ranked[0] ? within(kindOdds(ranking.ranked[0].entry.capabilities, kinds), 4) / 2 : 0
const wordsOf = (text: string) => text.split(/\s+/).length
const isOnlyPlace = ({ names_place, text, products }: Piece) =>
  names_place && wordsOf(text) - products.reduce((sum, { surface }) => sum + wordsOf(surface), 0) <= 2

/** What suggests that a piece is a step, looking at it alone. */
export function featuresOfPiece({ piece, ranking, fit }: SoughtPiece, whole: WholeTask): PlanFeatures {
  return {
    any: 1,
    several: severalOf(whole),
    names_place: Number(piece.names_place),
    confidence: surenessOf(fit.confidence),
    fits: Number(fit.fits),
    kind_told: Number(piece.system !== null),
    verb_told: Number(piece.verb !== null),
    mark_joint: Number(piece.joint === 'mark'),
    condition_joint: Number(piece.joint === 'condition'),
    product_joint: Number(piece.joint === 'product'),
    instructs: Number(piece.instructs),
    asks: Number(question.test(piece.text)),
    subordinate: Number(subordinate.test(piece.text)),
    only_place: Number(isOnlyPlace(piece)),
    whole_winner: Number(bestSlug(ranking) === bestSlug(whole.ranking)),
    whole_confidence: surenessOf(whole.fit.confidence),
    other_language: Number(whole.language !== 'en'),
    pieces: whole.fineness === 'clauses' ? 0 : whole.pieces / 4,
    kind_odds: kindOddsOf({ ranking }, whole),
  }
}

/** How far the best tool of another piece lies behind the piece's own. */
function gapTo(other: Pick<SoughtPiece, 'ranking'>, { ranking }: Pick<SoughtPiece, 'ranking'>): number {
  const [best] = ranking.ranked
  const there = bestSlug(other.ranking)
  const found = ranking.ranked.find(({ entry }) => entry.slug === there) ?? ranking.ranked.at(-1)
  return best && found ? within(best.total - found.total, 8) / 4 : 0
}

/** What suggests that it is a different step from the one before. */
export function featuresOfTwo({ piece, ranking }: SoughtPiece, before: SoughtPiece, whole: WholeTask): PlanFeatures {
  const { piece: earlier } = before
  const there = bestSlug(before.ranking)
  const isNamedOther = ranking.named.isBinding && !isBoundTo(ranking.named, there ?? '')
  const isUntold = !piece.names_place && piece.system === null
  return {
    both_named: Number(piece.names_place && earlier.names_place && isNamedOther && piece.joint === 'clause'),
    gap: gapTo(before, { ranking }),
    absent: Number(!ranking.ranked.some(({ entry }) => entry.slug === there)),
    pronoun: Number(piece.leansOn !== null),
    confidence_before: surenessOf(before.fit.confidence),
    verb_same: Number(piece.verb !== null && piece.verb === earlier.verb),
    verb_other: Number(piece.verb !== null && earlier.verb !== null && piece.verb !== earlier.verb),
    untold: Number(isUntold),
    several_named: isNamedOther ? severalOf(whole) : 0,
  }
}

/** What suggests several steps at all. */
export function featuresOfPlan(whole: WholeTask): PlanFeatures {
  return {
    plan: 1,
    plan_several: severalOf(whole),
    plan_whole_confidence: surenessOf(whole.fit.confidence),
    plan_other_language: Number(whole.language !== 'en'),
    plan_places: Number(whole.fineness === 'places'),
    plan_loose: Number(whole.fineness === 'loose'),
    plan_clauses: whole.fineness === 'clauses' ? whole.pieces / 4 : 0,
    plan_pieces: whole.fineness === 'clauses' ? 0 : whole.pieces / 4,
    plan_kind_odds: kindOddsOf(whole, whole),
  }
}

/** What speaks for two steps where a clause is cut in two. */
export function featuresOfHalves({ isPlain, first, second }: SoughtHalves, whole: WholeTask): PlanFeatures {
  return {
    half: 1,
    half_several: severalOf(whole),
    half_least: surenessOf(Math.min(first.fit.confidence, second.fit.confidence)),
    half_plain: Number(isPlain),
    half_whole_confidence: surenessOf(whole.fit.confidence),
    half_gap: gapTo(second, first),
    half_kind_odds: Math.min(kindOddsOf(first, whole), kindOddsOf(second, whole)),
    half_whole_kind_odds: kindOddsOf(whole, whole),
  }
}
