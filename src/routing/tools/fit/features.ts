import { wordSet } from '../../../retrieval/word-list.ts'
import type { ProductMention } from '../../understand/types.ts'
import { isKnownWord } from '../../understand/words/known-words.ts'
import { isCapitalised, opensSentence, tokenise } from '../../understand/words/tokens.ts'
import { bindingCertainty } from '../products/named.ts'
import type { Ranking, ToolAsk } from '../rank.ts'

export const fitFeatureNames = [
  'bias',
  'lexical',
  'semantic',
  'cosine',
  'coverage',
  'coverage_times_cosine',
  'margin',
  'margin_to_other_work',
  'agreement',
  'system_matches',
  'tool_matches',
  'named',
  'unknown_place',
  'unknown_product',
  'by_hand',
  'short_text',
] as const

const places = wordSet(
  'in on via using into inside through with from to auf im mit aus über nach dans sur depuis avec en con desde em no na su nel met op',
)
const articles = wordSet('my our the their your this a an mein meine unser mon notre mi nuestro meu')
const productNouns = wordSet(
  'app account api workspace board crm erp platform system dashboard portal instance software service tenant console',
)

/** Whether the text uses a name as its place of work, or as a product, that no catalog entry has. */
function unknownNames(text: string, mentions: readonly ProductMention[]): { place: boolean; product: boolean } {
  const tokens = tokenise(text.slice(0, 600))
  let [place, product] = [false, false]
  tokens.forEach((token, at) => {
    if (!isCapitalised(token.raw) || opensSentence(text, token.start) || isKnownWord(token.norm)) return
    if (mentions.some(({ start, end, slugs }) => slugs.length > 0 && token.start < end && token.end > start)) return
    const [before, beyond, after] = [tokens[at - 1], tokens[at - 2], tokens[at + 1]]
    place ||= before !== undefined && (places.has(before.norm) || (articles.has(before.norm) && places.has(beyond?.norm ?? '')))
    product ||= after !== undefined && productNouns.has(after.norm) && after.start - token.end <= 1
  })
  return { place, product }
}

export type FitAsk = Pick<ToolAsk, 'text' | 'products' | 'byHandProbability' | 'toldKinds'>

/** What a ranking indicates about whether its first candidate really does the work, in the order of fitFeatureNames. */
export function fitFeatures({ ranked, named, search: { features } }: Ranking, { text, products, byHandProbability }: FitAsk): number[] {
  const [first, second] = ranked
  if (!first) return fitFeatureNames.map((name) => (name === 'bias' ? 1 : 0))
  const [main = ''] = first.entry.capabilities
  const rival = ranked.find(({ entry }) => !entry.capabilities.includes(main))
  const near = ranked.slice(1, 6)
  const agreement = near.filter(({ entry }) => entry.capabilities.includes(main)).length / Math.max(1, near.length)
  const strength = named.strength.get(first.entry.slug) ?? 0
  const unknown = unknownNames(text, products)
  return [
    1,
    Math.min(first.lexical, 15) / 10,
    Math.min(first.semantic, 10) / 10,
    first.cosine,
    features.coverage,
    features.coverage * first.cosine,
    second ? Math.min(first.total - second.total, 6) / 6 : 1,
    rival ? Math.min(first.total - rival.total, 10) / 10 : 1,
    agreement,
    first.parts.capability > 0 ? 1 : 0,
    first.matchedTools().length > 0 ? 1 : 0,
    strength >= bindingCertainty ? 1 : strength,
    unknown.place ? 1 : 0,
    unknown.product ? 1 : 0,
    byHandProbability,
    text.length < 40 ? 1 : 0,
  ]
}
