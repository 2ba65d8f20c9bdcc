import { withVerb } from '../understand/steps/places.ts'
import { lowerFirst } from '../understand/steps/steps.ts'
import { systemOf } from '../understand/steps/systems.ts'
import { isSurelyPlace, type ProductMention, type Step } from '../understand/types.ts'

const joint =
  /(?:\s+(?:[→⇒]|[-=]>)\s+|[,;]\s*(?:and\s+)?(?:then\s+)?|\s+(?:and then|then|and|und|et|puis|y|luego|e|poi|en|daarna|и|затем)\s+|[，、]\s*(?:然后)?|\s+(?=(?:into|onto|to)\s))/giu

/**
 * A clause that works in several products ("get the costs from A and B into C") becomes one step for each of them, cut at
 * the last joint before each product; a list of products shares the words before its first.
 */
export function splitByProducts(step: Step): Step[] {
  const binding = distinctProducts(step).filter((mention, at, all) => at === 0 || !isPlaceOf(mention, all[at - 1]!, step.text))
  return binding.length < 2 ? [step] : splitBetween(step, binding)
}

/** One step for each of the mentions, which are in the order of the text. */
export function splitBetween(step: Step, binding: readonly ProductMention[], cutBetween: Cut = cutAtJoint): Step[] {
  const cuts = [0, ...binding.slice(1).map((mention, at) => cutBetween(step.text, binding[at]!, mention)), step.text.length]
  const head = step.text.slice(0, binding[0]!.start)
  return binding.map((mention, at) => {
    const text = step.text
      .slice(cuts[at], cuts[at + 1])
      .replace(/^(?:[\s,;，、→⇒]|[-=]>)+|[\s,;，、→⇒]+$/gu, '')
      .replace(/^(?:and|then|und|et|y)\s+/iu, '')
    const part = at === 0 ? text : withAction(text, mention, head)
    const offset = part.lastIndexOf(mention.surface)
    const moved = { ...mention, start: Math.max(0, offset), end: Math.max(0, offset) + mention.surface.length }
    return {
      ...step,
      text: part,
      action: at === 0 && step.action.startsWith(text.slice(0, 12)) ? text : lowerFirst(part),
      system: systemOf(part),
      products: [moved],
    }
  })
}

function distinctProducts({ products }: Step): ProductMention[] {
  const seen = new Set<string>()
  return products.filter((mention) => {
    if (!isSurelyPlace(mention) || mention.slugs.some((slug) => seen.has(slug))) return false
    for (const slug of mention.slugs) seen.add(slug)
    return true
  })
}

const looking = /^(?:please\s+)?(?:list|show|find|get|give|fetch|read|check|count|search|look|pull up|tell|how many|what|which|is|are)\b/i
const inside = /^[^,;]*\s(?:in|inside|within|on|of|under)\s+(?:(?:our|my|the|your|their|this|company)\s+)*$/i

/** "List the buckets of A in our B": looking something up happens in one place; the second name only says where that is. */
function isPlaceOf(mention: ProductMention, before: ProductMention, text: string): boolean {
  return looking.test(text) && inside.test(text.slice(before.end, mention.start))
}

/** Where a text is cut between two of its products. */
type Cut = (text: string, before: ProductMention, after: ProductMention) => number

const lastJoint = (between: string) => [...between.matchAll(joint)].at(-1)?.index

function cutAtJoint(text: string, before: ProductMention, after: ProductMention): number {
  const between = text.slice(before.end, after.start)
  // "Jira-Tickets" stays whole.
  return before.end + (lastJoint(between) ?? between.search(/\s|$/u))
}

const leading =
  /\s(?=(?:for|whatever|what|which|that|who|whom|whose|how|with|without|using|from|against|about|when|whenever|if|once|after|before|as|matching|have|has|had|are|is|was|were|do|does|did|should|can|by|in|on|of|lack\w*|miss\w*)\s)/iu

/** "… for every row": what each piece of work begins with. */
const each = /\s(?=for (?:each|every|all)\s)/i
/** What leads to the second product right before its name: "… via", "… on a". */
const leadingThere = /\s(?=(?:via|on|in|into|onto|to|through|with|using)(?:\s+(?:a|an|the|our|my))?\s+$)/i

const indexOrNone = (found: number) => (found < 0 ? undefined : found)

/** The same, but the thing that the first product's name tells of ("HubSpot deals of last week") stays with it. */
export function cutAfterThing(text: string, before: ProductMention, after: ProductMention): number {
  const between = text.slice(before.end, after.start)
  const found =
    lastJoint(between) ?? indexOrNone(between.search(each)) ?? indexOrNone(between.search(leadingThere)) ?? between.search(leading)
  return found < 0 ? cutAtJoint(text, before, after) : before.end + found
}

/** A part that is only a product or a place gets back the words that say what is done with it. */
function withAction(text: string, mention: ProductMention, head: string): string {
  if (text.startsWith(mention.surface)) return `${head.trimEnd()} ${text}`.trimStart()
  return withVerb(text)
}
