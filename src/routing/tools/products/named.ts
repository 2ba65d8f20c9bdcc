import type { CatalogEntry } from '../../../catalog/schema.ts'
import { isUnvouched } from '../../understand/products/lexicon.ts'
import type { ProductMention } from '../../understand/types.ts'
import { normalise, unspacedScripts } from '../../understand/words/tokens.ts'

/** A mention that decides: the work happens in the product, rather than being about it. */
export const bindingCertainty = 0.6

/**
 * For the name of an entry without aliases and capabilities there is only its publisher's word, and many may use the same. It counts
 * whole where the task says to use it and no better known entry bears it.
 */
const unvouchedShare = 0.2

/** A product that is only talked about may still be where the work is done. */
const topicShare = 0.15

const useWords = /\b(?:use|using|with|via|through)\s+(?:the\s+)?$/iu

const shareOfUnvouched = ({ start, vouched }: ProductMention, text: string) =>
  !vouched && useWords.test(text.slice(Math.max(0, start - 24), start)) ? 1 : unvouchedShare

const isRuledOut = ({ role }: ProductMention) => role === 'ruled_out'

export type NamedProducts = {
  /** Slug to the strength with which the text binds the work to it. */
  strength: ReadonlyMap<string, number>
  /** Slugs whose own name is the one in the text, rather than one that also reaches the product. */
  own: ReadonlySet<string>
  /** Slugs of products that the text says not to use. */
  ruled_out: ReadonlySet<string>
  isBinding: boolean
}

export const isBoundTo = ({ strength }: NamedProducts, slug: string) => (strength.get(slug) ?? 0) >= bindingCertainty

export function namedProducts(
  mentions: readonly ProductMention[],
  text: string,
  get: (slug: string) => CatalogEntry | undefined,
): NamedProducts {
  const strength = new Map<string, number>()
  const own = new Set<string>()
  for (const mention of mentions) {
    if (isRuledOut(mention)) continue
    const binding = mention.certainty * (mention.role === 'topic' ? topicShare : 1)
    for (const slug of mention.slugs) {
      const entry = get(slug)
      strength.set(slug, Math.max(binding * (entry && isUnvouched(entry) ? shareOfUnvouched(mention, text) : 1), strength.get(slug) ?? 0))
      if (entry && isOwnName(entry, mention)) own.add(slug)
    }
  }
  const ruled_out = new Set(mentions.filter(isRuledOut).flatMap(({ slugs }) => slugs.filter((slug) => !strength.has(slug))))
  return { strength, own, ruled_out, isBinding: [...strength.values()].some((value) => value >= bindingCertainty) }
}

/** A letter that goes on with a word; scripts without blanks join names to anything. */
const goesOn = new RegExp(`^(?![${unspacedScripts}])[\\p{L}\\p{N}]`, 'u')

/** Where a name stands in a text that may be a part of the one in which it was found; in "metadata of Meta" only at the end. */
function placeOf({ start, surface }: ProductMention, text: string, from: number): number {
  if (start >= from && text.startsWith(surface, start)) return start
  for (let at = text.indexOf(surface, from); at >= 0; at = text.indexOf(surface, at + 1)) {
    const standsAlone = !goesOn.test(text.charAt(at - 1)) && !goesOn.test(text.charAt(at + surface.length))
    if (standsAlone) return at
  }
  return -1
}

/** The text with other words where products are named; a name for which there are none stays. */
export function withNamesAs(
  text: string,
  products: readonly ProductMention[],
  wordsFor: (product: ProductMention) => string | null,
): string {
  let [said, from] = ['', 0]
  for (const product of products) {
    const at = placeOf(product, text, from)
    if (at < 0) continue
    const end = at + product.surface.length
    said += text.slice(from, at) + (wordsFor(product) ?? product.surface)
    from = end
  }
  return said + text.slice(from)
}

/** The text without the names that have one role. */
export const withoutNames = (text: string, products: readonly ProductMention[], unwanted: ProductMention['role']) =>
  withNamesAs(text, products, ({ role }) => (role === unwanted ? ' ' : null))

/** What an entry is called without what only says that it is a server: "Foo MCP Server (beta)" is Foo. */
export const productName = ({ canonical_name }: Pick<CatalogEntry, 'canonical_name'>) =>
  normalise(canonical_name).replace(/\s*(?:\(.*\)|\bmcp\b.*|\bserver\b)\s*$/, '')

function isOwnName(entry: CatalogEntry, { name, surface }: ProductMention): boolean {
  const { aliases } = entry
  const bare = productName(entry)
  const first = normalise(aliases[0] ?? '')
  return [normalise(name), normalise(surface)].some((said) => said === bare || said === first)
}
