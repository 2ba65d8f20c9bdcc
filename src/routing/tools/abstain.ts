import learned from '../../../data/weights-confidence.json' with { type: 'json' }
import type { CatalogEntry } from '../../catalog/schema.ts'
import { chanceBy } from '../logistic.ts'
import type { RoutingCatalog } from '../ports.ts'
import { leadsToPlace } from '../understand/steps/places.ts'
import { systemOf } from '../understand/steps/systems.ts'
import { isSurelyPlace, type ProductMention } from '../understand/types.ts'
import { bareConfidence, isUntold } from './bare-fit.ts'
import { type FitAsk, fitFeatureNames, fitFeatures } from './fit-features.ts'
import { isBoundTo } from './named-products.ts'
import { type RankedTool, type Ranking, rankTools, type ToolAsk } from './rank.ts'

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
// A rival of a named product would be wrong, so for a product that the catalog lacks it is enough that the work is rather done in it than not.
const leastForLacking = 0.5
// The chance that a server can work in a product that its description does not mention.
const chanceOfAnother = 0.1

const weights = fitFeatureNames.map((name) => learned[name])

/** A well-known product that the task is to be done in and that the catalog has no entry for. */
const isLacking = ({ slugs, role, certainty }: ProductMention) => slugs.length === 0 && role === 'place' && certainty >= leastForLacking

export function lackingProducts({ products }: Pick<FitAsk, 'products'>): string[] {
  // Known names are kept in lower case, so the caller's own spelling is the better one.
  return [...new Set(products.flatMap((mention) => (isLacking(mention) ? mention.surface : [])))]
}

/** The products that the task is to be done in and whose servers a constraint rules out, all of them. */
function excludedProducts({ named_excluded }: Ranking, { products }: FitAsk): string[] {
  if (!named_excluded) return []
  return products.flatMap((mention) => (isSurelyPlace(mention) ? [mention.name, mention.surface] : []))
}

/**
 * "Add the DoorDash expense to our spreadsheet": where other words tell the kind of system, and none before the name that the work is
 * done there, the name only says what is worked on.
 */
function isOnlyMeant({ start, end }: ProductMention, text: string): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end).replace(/^\s*[\p{L}\p{N}'’-]+/u, '')]
  return !leadsToPlace.test(before) && systemOf(`${before} ${after}`) === systemOf(text) && systemOf(text) !== null
}

/** Whether an entry says anywhere that it works with a product. */
export function mentions({ canonical_name, aliases, description, choose_when }: CatalogEntry, product: string): boolean {
  return [canonical_name, ...aliases, description, choose_when].some((text) => text.toLowerCase().includes(product.toLowerCase()))
}

/** Whether a product is asked for that has no server here, or none within the caps, and this tool's entry does not mention it either. */
function lacks({ entry, parts }: RankedTool, ranking: Ranking, ask: FitAsk): boolean {
  const { text, products } = ask
  const isOfKind = parts.capability > 0
  const isRival = ({ hidden = [] }: ProductMention) => hidden.some((capability) => entry.capabilities.includes(capability))
  const isBeside = (mention: ProductMention) => isOfKind && isOnlyMeant(mention, text) && !isRival(mention)
  const lacking = products.filter((mention) => isLacking(mention) && !isBeside(mention))
  const names = [...lacking.map(({ name }) => name), ...excludedProducts(ranking, ask)]
  return names.length > 0 && !names.some((name) => mentions(entry, name))
}

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
  const confidence = ranking.trust_in_wording ?? read() * share
  const margin = second ? Math.max(0, first.total - second.total) : first.total
  // A catalog of imported entries may have the product under another name.
  if (!isNamed && !isKindUntold && lacks(first, ranking, ask))
    return { confidence: Math.min(confidence, chanceOfAnother), fits: false, margin }
  const isForHands = ask.by_hand_probability >= surelyByHand
  const isKindClear = first.parts.capability > 0 && confidence >= leastForClearKind && !isForHands
  return { confidence, fits: isNamed || isKindClear || confidence >= (isForHands ? leastBesideHands : leastChance), margin }
}
