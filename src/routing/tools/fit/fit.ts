import learned from '../../../../data/weights-confidence.json' with { type: 'json' }
import { chanceBy } from '../../logistic.ts'
import type { RoutingCatalog } from '../../ports.ts'
import { lacksProduct } from '../products/lacking.ts'
import { isBoundTo } from '../products/named.ts'
import { type RankedTool, type Ranking, rankTools, type ToolAsk } from '../rank.ts'
import { bareConfidence, isUntold } from './bare-fit.ts'
import { type FitAsk, fitFeatureNames, fitFeatures } from './features.ts'

export type Fit = { confidence: number; fits: boolean; margin: number }
/** The tools found for a task or a step, and how well the first of them fits. */
export type SingleTool = { ranking: Ranking; fit: Fit }

// Below this chance an answer would be wrong more often than it would help.
export const leastChance = 0.3
// Where the words name the kind of system (mail, weather, a calendar) and the candidate is of that kind, a smaller chance is enough.
const leastForClearKind = 0.06
export const surelyByHand = 0.6
// Physical work often sounds like the work of some server, so the fit must be surer than usual.
const leastBesideHands = 0.6
// In units of the ranking score. If a server that is only ruled out by its country scores this much higher, the first keeps 1/e of its chance.
const aheadElsewhere = 2
// The chance that a server can work in a product that its description does not mention.
const chanceOfAnother = 0.1

const weights = fitFeatureNames.map((name) => learned[name])

/**
 * The share of its chance that the first tool keeps when a server for other countries matches the text better: the text then describes
 * that server's kind of work, and a tool of another kind does not do it.
 */
function shareBeside(elsewhere: RankedTool | null, first: RankedTool): number {
  if (!elsewhere || elsewhere.total <= first.total || elsewhere.entry.capabilities[0] === first.entry.capabilities[0]) return 1
  return Math.exp((first.total - elsewhere.total) / aheadElsewhere)
}

/** The tools for a task, and how well the first of them fits. */
export function seekTool(ask: ToolAsk, catalog: RoutingCatalog): SingleTool {
  const ranking = rankTools(ask, catalog)
  return { ranking, fit: fitOf(ranking, ask) }
}

/** How likely the best candidate really does the asked work, and whether that is enough to name it. */
export function fitOf(ranking: Ranking, ask: FitAsk): Fit {
  const [first, second] = ranking.ranked
  if (!first) return { confidence: 0, fits: false, margin: 0 }
  const isKindUntold = isUntold(ranking)
  const read = () => (isKindUntold ? bareConfidence(ranking) : chanceBy(fitFeatures(ranking, ask), weights))
  const isNamed = isBoundTo(ranking.named, first.entry.slug)
  const share = isNamed ? 1 : shareBeside(ranking.elsewhere, first)
  // A tool that is first because of similar tasks need not be near the text itself, so how often that was right counts instead.
  const confidence = ranking.trustInWording ?? read() * share
  const margin = second ? Math.max(0, first.total - second.total) : first.total
  // A catalog of imported entries may have the product under another name.
  if (!isNamed && !isKindUntold && lacksProduct(first, ranking, ask))
    return { confidence: Math.min(confidence, chanceOfAnother), fits: false, margin }
  const isForHands = ask.byHandProbability >= surelyByHand
  const isKindClear = first.parts.capability > 0 && confidence >= leastForClearKind && !isForHands
  const isOfNoKind = ask.toldKinds?.length === 0
  const fits = isNamed || (!isOfNoKind && (isKindClear || confidence >= (isForHands ? leastBesideHands : leastChance)))
  return { confidence, fits, margin }
}
