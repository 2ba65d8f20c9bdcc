import learned from '../../../../data/weights-kind-confidence.json' with { type: 'json' }
import { logOdds, sigmoid } from '../../logistic.ts'
import type { RoutingCatalog } from '../../ports.ts'
import type { KindChances, Understanding } from '../../understand/types.ts'
import { fitOf, leastChance, type SingleTool } from '../fit/fit.ts'
import { lackingProducts } from '../products/lacking.ts'
import { isBoundTo } from '../products/named.ts'
import { bestSlug, rankFound, type ToolAsk } from '../rank.ts'
import { kindOdds } from './odds.ts'

// A first choice as likely as this is seldom put right by its kind, and a close reading costs as much as all else.
const surelyRight = 0.85

/** A choice, with how likely its kind of tool is against one that nothing is known of. */
export type JudgedByKind = SingleTool & { odds: number }

/**
 * Where the first choice is in doubt, candidates of the kind of tool that the work calls for may come before others: the likelier of both
 * choices is taken.
 */
export function byKindOfWork(sought: SingleTool, reading: Pick<Understanding, 'kinds'>, ask: ToolAsk, catalog: RoutingCatalog): SingleTool {
  const choices = choicesByKind(sought, reading, ask, catalog)
  if (!choices) return sought
  const [byWords, byKind] = choices
  const isKindTold = (isOfSystem(byKind) && !isOfSystem(byWords)) || lackingProducts(ask).length > 0
  const choice = isKindTold || chanceOf(byKind) > chanceOf(byWords) ? byKind : byWords
  const chance = chanceOf(choice)
  // A likely kind makes nothing fit that does not by its words: the catalog may lack what is asked for.
  const confidence = choice.fit.fits ? chance : Math.min(chance, choice.fit.confidence)
  // Where words and kind disagree, neither may be what is asked for.
  const isAgreed = bestSlug(byKind.ranking) === bestSlug(byWords.ranking)
  return { ranking: choice.ranking, fit: { ...choice.fit, confidence, fits: choice.fit.fits && (isAgreed || chance >= leastChance) } }
}

/** The choice by words alone, and that in which the kind of work counts too. */
export function choicesByKind(
  { ranking, fit }: SingleTool,
  { kinds }: Pick<Understanding, 'kinds'>,
  ask: ToolAsk,
  catalog: RoutingCatalog,
): [JudgedByKind, JudgedByKind] | null {
  const [first] = ranking.ranked
  if (!first || isBoundTo(ranking.named, first.entry.slug)) return null
  const isOfTold = !ask.toldKinds || first.parts.capability > 0
  if (fit.confidence >= surelyRight && isOfTold) return null
  if (ranking.trustInWording !== null || ranking.ranked.every(({ entry }) => entry.capabilities.length === 0)) return null
  const chances = kinds()
  if (!chances) return null
  const again = rankFound({ ...ask, kinds: chances }, catalog, ranking.search)
  return [
    { ranking, fit, odds: oddsOfFirst(ranking.ranked, chances) },
    { ranking: again, fit: fitOf(again, ask), odds: oddsOfFirst(again.ranked, chances) },
  ]
}

const oddsOfFirst = ([first]: SingleTool['ranking']['ranked'], chances: KindChances) =>
  first ? kindOdds(first.entry.capabilities, chances) : 0

/** Whether the words name the kind of system (mail, a calendar) that the first is. */
const isOfSystem = ({ ranking }: SingleTool) => (ranking.ranked[0]?.parts.capability ?? 0) > 0

/** What indicates whether a choice is right. */
export const kindFeatures = ({ fit, odds }: JudgedByKind): [number, number, number] => [1, logOdds(fit.confidence, 1e-3), odds]

function chanceOf(choice: JudgedByKind): number {
  const [one, byWords, odds] = kindFeatures(choice)
  return sigmoid(learned.bias * one + learned.confidence * byWords + learned.odds * odds)
}
