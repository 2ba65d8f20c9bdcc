import type { Fit } from '../tools/abstain.ts'
import { isBoundTo } from '../tools/named-products.ts'
import type { Ranking } from '../tools/rank.ts'
import type { Fineness, Piece } from '../understand/types.ts'

/** A piece of the task and what was found for it. */
export type SoughtPiece = { piece: Piece; ranking: Ranking; fit: Fit }
/** What is known of the task as a whole, and how it was cut. */
export type WholeTask = {
  several_odds: number
  language: string
  ranking: Ranking
  fit: Fit
  fineness: Fineness
  pieces: number
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
] as const
export const planFeatureNames = [...pieceFeatureNames, ...pairFeatureNames, ...wholePlanFeatureNames] as const
export type PlanFeatures = Partial<Record<(typeof planFeatureNames)[number], number>>

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))
const logOdds = (chance: number) => within(Math.log((chance + 1e-4) / (1 - chance + 1e-4)), 4) / 2
const severalOf = ({ several_odds }: WholeTask) => within(1.5 * several_odds, 5) / 2

const question = /\?|^(?:what|which|how|who|when|where|is|are|does|do)\b/i
const subordinate =
  /^(?:that|which|who|whose|because|so that|dass|weil|damit|ob|que|qui|parce que|porque|che|perché|dat|omdat|że|att|что|чтобы|ki)(?!\p{L})/iu

const wordsOf = (text: string) => text.split(/\s+/).length
const isOnlyPlace = ({ names_place, text, products }: Piece) =>
  names_place && wordsOf(text) - products.reduce((sum, { surface }) => sum + wordsOf(surface), 0) <= 2

/** What suggests that a piece is a step, looking at it alone. */
export function featuresOfPiece({ piece, ranking, fit }: SoughtPiece, whole: WholeTask): PlanFeatures {
  return {
    any: 1,
    several: severalOf(whole),
    names_place: Number(piece.names_place),
    confidence: logOdds(fit.confidence),
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
    whole_winner: Number(ranking.ranked[0]?.entry.slug === whole.ranking.ranked[0]?.entry.slug),
    whole_confidence: logOdds(whole.fit.confidence),
    other_language: Number(whole.language !== 'en'),
    pieces: whole.fineness === 'clauses' ? 0 : whole.pieces / 4,
  }
}

/** What suggests that it is a different step from the one before. */
export function featuresOfTwo({ piece, ranking }: SoughtPiece, before: SoughtPiece, whole: WholeTask): PlanFeatures {
  const { piece: earlier } = before
  const [best] = ranking.ranked
  const there = before.ranking.ranked[0]?.entry.slug
  const found = ranking.ranked.find(({ entry }) => entry.slug === there)
  const other = found ?? ranking.ranked.at(-1)
  const isNamedOther = ranking.named.isBinding && !isBoundTo(ranking.named, there ?? '')
  const isUntold = !piece.names_place && piece.system === null
  return {
    both_named: Number(piece.names_place && earlier.names_place && isNamedOther && piece.joint === 'clause'),
    gap: best && other ? within(best.total - other.total, 8) / 4 : 0,
    absent: Number(!found),
    pronoun: Number(piece.leans_on !== null),
    confidence_before: logOdds(before.fit.confidence),
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
    plan_whole_confidence: logOdds(whole.fit.confidence),
    plan_other_language: Number(whole.language !== 'en'),
    plan_places: Number(whole.fineness === 'places'),
    plan_loose: Number(whole.fineness === 'loose'),
    plan_clauses: whole.fineness === 'clauses' ? whole.pieces / 4 : 0,
    plan_pieces: whole.fineness === 'clauses' ? 0 : whole.pieces / 4,
  }
}
