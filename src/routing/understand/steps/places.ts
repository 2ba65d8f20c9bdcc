import { isSurelyPlace, type ProductMention, type Step } from '../types.ts'
import { systemOf, systemSpans } from './systems.ts'

/** The words before a name that is where something is done: "deploy it to", "with the". */
export const leadsToPlace = /\b(?:in|on|via|using|into|onto|through|with|from|to|at|by)\s+(?:(?:the|a|an|our|my)\s+)?$/i

/** A place that the text reads from or writes to: a product by its name, or a kind of system by its word ("spreadsheet"). */
type Place = { start: number; end: number; product: ProductMention | null; system: string | null }

const verbless = /^(?:into|onto|to|in|on|with|through|via|as)\b/i

/** What a part that only names a place ("into a spreadsheet") gets for its verb. */
export const verbGiven = 'put the results '
export const withVerb = (text: string) => (verbless.test(text) ? `${verbGiven}${text}` : text)

// A Latin punctuation mark separates only before a space: without one it is inside a link, a number or a file name.
const joint =
  /[,;:.!?]\s+|[→，、。；]\s*|\s(?:->|=>|–|-)\s|\s(?:and|or|then|into|onto|to|in|on|from|for|as|with|by|via|und|et|y|e|en|i|dans|auf|in|im|nel|no|na|para|por)\s/giu

/**
 * A text may name several places without a verb for each: "the quotes from my mail in a spreadsheet". It may be cut before each place
 * after the first, at the last joining word or mark before it.
 */
export function placeCuts(step: Pick<Step, 'text' | 'products'>): number[] {
  const places = placesOf(step)
  return places.slice(1).map((place, at) => cutBefore(step.text, places[at]!.end, place.start))
}

/** The mentions that occur in a part of the text, with their positions in that part. */
export function standingIn(text: string, mentions: readonly ProductMention[]): ProductMention[] {
  return mentions.flatMap((mention) => {
    const start = text.indexOf(mention.surface)
    return start < 0 ? [] : [{ ...mention, start, end: start + mention.surface.length }]
  })
}

/** In order. A word for the kind that a named product is of means that product. */
function placesOf({ text, products }: Pick<Step, 'text' | 'products'>): Place[] {
  const named = products.filter(isSurelyPlace).map((product): Place => ({ start: product.start, end: product.end, product, system: null }))
  const kinds = new Set(named.map(({ product }) => systemOf(product!.surface)))
  const told = systemSpans(text)
    .filter(({ system }) => !kinds.has(system))
    .map(({ system, start, end }): Place => ({ start, end, product: null, system }))
  const places: Place[] = []
  for (const place of [...named, ...told].sort((a, b) => a.start - b.start || Number(b.product !== null) - Number(a.product !== null))) {
    const before = places.at(-1)
    if (before && isSameThing(text, before, place)) continue
    places.push(place)
  }
  return places
}

/** "The Slack channel", "a channel on Slack": two words side by side for one place. */
function isSameThing(text: string, before: Place, after: Place): boolean {
  return (
    after.start < before.end ||
    /^\s*(?:\p{L}+\s+)?(?:(?:on|in|of|at)\s+(?:(?:the|our|my)\s+)?)?$/u.test(text.slice(before.end, after.start))
  )
}

function cutBefore(text: string, from: number, to: number): number {
  const last = [...text.slice(from, to).matchAll(joint)].at(-1)
  return last ? from + last.index : to
}
