import learned from '../../../data/weights-kind-confidence.json' with { type: 'json' }
import type { RoutingCatalog } from '../ports.ts'
import { sigmoid } from '../understand/linear-model.ts'
import type { KindChances, Understanding } from '../understand/types.ts'
import { fitOf, type SingleTool } from './abstain.ts'
import { kindOdds } from './kind-odds.ts'
import { isBoundTo } from './named-products.ts'
import { rankFound, type ToolAsk } from './rank.ts'

// A first choice as likely as this is seldom put right by its kind, and a close reading costs as much as all else.
const surelyRight = 0.85

/** A choice by the kind of work, with how likely that kind is against one that nothing is known of. */
export type SoughtByKind = SingleTool & { odds: number }

/** Where the first choice is in doubt, candidates of the kind of tool that the work calls for come before others. */
export function byKindOfWork(sought: SingleTool, understanding: Understanding, ask: ToolAsk, catalog: RoutingCatalog): SingleTool {
  const again = rankByKind(sought, understanding, ask, catalog)
  if (!again) return sought
  const [one, byWords, odds] = kindFeatures(again)
  const chance = sigmoid(learned.bias * one + learned.confidence * byWords + learned.odds * odds)
  // A likely kind makes nothing fit that does not by its words: the catalog may lack what is asked for.
  const confidence = again.fit.fits ? chance : Math.min(chance, again.fit.confidence)
  return { ranking: again.ranking, fit: { ...again.fit, confidence } }
}

export function rankByKind(sought: SingleTool, { kinds }: Understanding, ask: ToolAsk, catalog: RoutingCatalog): SoughtByKind | null {
  const { ranking, fit } = sought
  const [first] = ranking.ranked
  if (!first || fit.confidence >= surelyRight || isBoundTo(ranking.named, first.entry.slug)) return null
  if (ranking.trust_in_wording !== null || ranking.ranked.every(({ entry }) => entry.capabilities.length === 0)) return null
  const chances = kinds()
  if (!chances) return null
  const again = rankFound({ ...ask, kinds: chances }, catalog, ranking.search)
  return { ranking: again, fit: fitOf(again, ask), odds: oddsOfFirst(again.ranked, chances) }
}

const oddsOfFirst = ([first]: SingleTool['ranking']['ranked'], chances: KindChances) =>
  first ? kindOdds(first.entry.capabilities, chances) : 0

const logOdds = (chance: number) => Math.log((chance + 1e-3) / (1 - chance + 1e-3))

/** What indicates whether such a choice is right. */
export const kindFeatures = ({ fit, odds }: SoughtByKind): [number, number, number] => [1, logOdds(fit.confidence), odds]
