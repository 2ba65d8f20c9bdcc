import { systemSpans } from './systems.ts'
import { ideographic } from './tokens.ts'
import { type ProductMention, type Step, surelyMeant } from './types.ts'

/** Where a text says that something is read or put: a product by its name, or a kind of system by its word. */
type Place = { start: number; end: number; product: ProductMention | null; system: string | null }

const verbless = /^(?:into|onto|to|in|on|with|through|via|as)\b/i

/** A part that only tells a place says what is done there. */
export const withVerb = (text: string) => (verbless.test(text) ? `put the results ${text}` : text)

const joint =
  /[,;:.!?→，、。；]\s*|\s(?:->|=>|–|-)\s|\s(?:and|or|then|into|onto|to|in|on|from|for|as|with|by|via|und|et|y|e|en|i|dans|auf|in|im|nel|no|na|para|por)\s/giu
const edges = /^[\s,;:.!?→，、。；>=-]+|[\s,;:→，、；>=-]+$/gu

/**
 * Several tools may be told without a verb for each: "the quotes from my mail in a spreadsheet". Such a text is cut before each
 * further place, at the last joint before it. A text with fewer than two places stays whole.
 */
export function splitAtPlaces(step: Step): Step[] {
  const places = placesOf(step)
  if (places.length < 2) return [step]
  const cuts = [0, ...places.slice(1).map((place, at) => cutBefore(step.text, places[at]!.end, place.start)), step.text.length]
  return places.map(({ product, system }, at) => {
    const text = step.text.slice(cuts[at], cuts[at + 1]).replace(edges, '')
    return { text, action: withVerb(text), needs_tool: true, system, products: standingIn(text, product ? [product] : []) }
  })
}

/** Those of the mentions that a part of the text holds, where they stand in it. */
function standingIn(text: string, mentions: readonly ProductMention[]): ProductMention[] {
  return mentions.flatMap((mention) => {
    const start = text.indexOf(mention.surface)
    return start < 0 ? [] : [{ ...mention, start, end: start + mention.surface.length }]
  })
}

/** In order, each product and each kind of system once; a kind told by a product's own words is that product. */
function placesOf({ text, products }: Step): Place[] {
  const named = products
    .filter(({ certainty, role }) => certainty >= surelyMeant && role === 'place')
    .map((product): Place => ({ start: product.start, end: product.end, product, system: null }))
  const told = systemSpans(text).map(({ system, start, end }): Place => ({ start, end, product: null, system }))
  const seen = new Set<string>()
  const places: Place[] = []
  for (const place of [...named, ...told].sort((a, b) => a.start - b.start || Number(b.product !== null) - Number(a.product !== null))) {
    const key = place.product ? (place.product.slugs[0] ?? place.product.name) : place.system!
    const before = places.at(-1)
    if (seen.has(key) || (before && isSameThing(text, before, place))) continue
    seen.add(key)
    places.push(place)
  }
  return places
}

/** "The Slack channel", "a channel on Slack": one place told by two words side by side. */
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

const strongJoint = /(?:[,;:.!?→，、。；]\s+|[，、。；]|\s(?:->|=>|–|→)\s|,?\s(?:and|und|et|y|e|en)\s)/giu
const weakJoint = /\s(?=(?:into|onto|to|in|on|as|for|by|via)\s)/giu
const shortestPart = 2

/** Where no place is known by its word the text falls into its parts. Which of them ask for a tool is not known, so each is a guess. */
export function splitLoosely(step: Step): Step[] {
  const strong = partsOf(step, strongJoint)
  return strong.length > 1 ? strong : partsOf(step, weakJoint)
}

const onlyTime =
  /^(?:(?:on|in|by|to|for|at|from|until|before|after|next|this|last|the|every|each|early|late)\s+)*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|yesterday|(?:the\s+)?(?:morning|afternoon|evening|noon|night|weekend|week|month|year)|january|february|march|april|may|june|july|august|september|october|november|december|[\d:./-]+(?:st|nd|rd|th|am|pm)?)$/i

function partsOf(step: Step, joints: RegExp): Step[] {
  const texts = step.text
    .split(joints)
    .map((part) => part.replace(edges, ''))
    .filter((part) => (part.split(/\s+/).length >= shortestPart || ideographic.test(part)) && !onlyTime.test(part))
  if (texts.length < 2) return [step]
  return texts.map((text) => ({
    text,
    action: text,
    needs_tool: true,
    system: systemSpans(text)[0]?.system ?? null,
    products: standingIn(text, step.products),
    is_guess: true,
  }))
}
