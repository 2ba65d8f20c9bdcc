import { bindingCertainty } from './named-products.ts'
import type { Ranking } from './rank.ts'
import { isKnownWord } from './understand/known-words.ts'
import { isCapitalised, opensSentence, tokenise } from './understand/tokens.ts'
import type { ProductMention } from './understand/types.ts'

export const FIT_FEATURES = [
  'bias',
  'lexical',
  'semantic',
  'coverage',
  'margin',
  'margin_to_other_work',
  'agreement',
  'named',
  'own_name',
  'unknown_name',
  'unknown_product',
  'coverage_times_semantic',
  'short_text',
] as const

const places = new Set(
  'in on via using into inside through with from to auf im mit aus über nach dans sur depuis avec en con desde em no na via su nel met op'.split(
    ' ',
  ),
)
const articles = new Set('my our the their your this a an mein meine unser mon notre mi nuestro meu'.split(' '))
const productNouns = new Set(
  'app account api workspace board crm erp platform system server dashboard portal instance software tool service database site shop store tenant console'.split(
    ' ',
  ),
)

/** Names that the text uses as the place of work and that no entry of the catalog bears: 0, 0.5 for a likely name, 1 for a sure product. */
export function unknownPlace(text: string, mentions: readonly ProductMention[]): { name: number; product: number } {
  const tokens = tokenise(text.slice(0, 600))
  let [name, product] = [0, 0]
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (!isCapitalised(token.raw) || opensSentence(text, token.start) || isKnownWord(token.norm)) continue
    if (mentions.some(({ start, end }) => token.start < end && token.end > start)) continue
    const before = tokens[at - 1]
    const beyond = tokens[at - 2]
    const placed = before && (places.has(before.norm) || (articles.has(before.norm) && beyond && places.has(beyond.norm)))
    const after = tokens[at + 1]
    if (placed) name = 1
    if (after && productNouns.has(after.norm) && after.start - token.end <= 1) product = 1
  }
  return { name, product }
}

/** What a ranking tells about whether its first candidate really does the work. */
export function fitFeatures({ ranked, named, features }: Ranking, text: string, mentions: readonly ProductMention[]): number[] {
  const [first, second] = ranked
  if (!first) return FIT_FEATURES.map((_, at) => (at === 0 ? 1 : 0))
  const [main = ''] = first.entry.capabilities
  const rival = ranked.find(({ entry }) => !entry.capabilities.includes(main))
  const near = ranked.slice(1, 6)
  const agreement = near.filter(({ entry }) => entry.capabilities.includes(main)).length / Math.max(1, near.length)
  const strength = named.strength.get(first.entry.slug) ?? 0
  const unknown = unknownPlace(text, mentions)
  return [
    1,
    Math.min(first.lexical, 15) / 10,
    Math.min(first.semantic, 10) / 10,
    features.coverage,
    second ? Math.min(first.total - second.total, 6) / 6 : 1,
    rival ? Math.min(first.total - rival.total, 10) / 10 : 1,
    agreement,
    strength >= bindingCertainty ? 1 : strength,
    named.own.has(first.entry.slug) ? 1 : 0,
    unknown.name,
    unknown.product,
    features.coverage * Math.min(first.semantic, 10) * 0.1,
    text.length < 40 ? 1 : 0,
  ]
}
