import { once } from '../../../once.ts'
import { withoutReasons } from '../asked-part.ts'
import { withoutGivenText } from '../given-text.ts'
import type { ProductLexicon } from '../products/lexicon.ts'
import { readTask } from '../reading.ts'
import { type Fineness, type Halves, isSurelyPlace, type Joint, type Piece, type Step } from '../types.ts'
import { isDoingVerb, thinkVerbSet } from '../words/action-verbs.ts'
import { ideographic } from '../words/tokens.ts'
import { frontCondition, leadsAnInstruction } from './clauses.ts'
import { withoutEdges } from './edges.ts'
import { halvingsOf } from './halves.ts'
import { placeCuts, standingIn, withVerb } from './places.ts'
import { leadingVerb, stepFrom } from './steps.ts'

/** The word for "and", besides that of English. What it is in one language is a preposition or an article in another ("en"). */
const andIn: Record<string, string> = {
  de: 'und',
  fr: 'et',
  es: 'y|e',
  it: 'e',
  pt: 'e',
  nl: 'en',
  pl: '(?-i:i)',
  tr: 've',
  sv: 'och',
  da: 'og',
  fi: 'ja',
  ru: 'и',
  hi: 'और',
  ar: 'ثم',
}
const patternsWith = (andWords: string) => ({
  joints: new RegExp(
    String.raw`[;:.!?→。；！？]\s+|,\s+|[、，。；！？]|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[,!?;]\s*|\s(?:->|=>|–|→|\+)\s|,?\s(?:${andWords})\s|(?<=\p{Script=Hangul}(?:고|(?<!에)서|면|며))\s`,
    'giu',
  ),
  leadingAnd: new RegExp(String.raw`^(?:${andWords})\s+(?=\S)`, 'iu'),
})
const patterns = new Map(Object.entries(andIn).map(([language, word]) => [language, patternsWith(`and|${word}`)]))
const english = patternsWith('and')
const patternsIn = (language: string) => patterns.get(language) ?? english

const onlyTime =
  /^(?:(?:on|in|by|to|for|at|from|until|before|after|next|this|last|the|every|each|early|late)\s+)*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|yesterday|(?:the\s+)?(?:morning|afternoon|evening|noon|night|weekend|week|month|year)|january|february|march|april|may|june|july|august|september|october|november|december|[\d:./-]+(?:st|nd|rd|th|am|pm)?)$/i

/** "…, named after the supplier", "…, in #general": says how the result of the part before looks, or where exactly it goes. */
const describes =
  /^(?:\p{L}+\s){0,2}[#@]\S+$|^(?:named|called|titled|entitled|labell?ed|tagged|sorted|grouped|ordered|arranged|formatted|addressed|dated|due)\s/iu

const staysWithNeighbour = (text: string) =>
  (text.split(/\s+/).length < 2 && !ideographic.test(text)) || onlyTime.test(text) || describes.test(text)

/** A clause to be cut: `told` is its text without what is merely given. */
type Uncut = { clause: Step; told: string }
type Cut = { at: number; joint: Joint }
type Part = { text: string; joint: Joint }

/** Where a clause is cut: after its condition, before each place after the first, or at every comma and "and" outside quotations. */
function cutsOf({ clause, told }: Uncut, fineness: Fineness, language: string): Cut[] {
  if (fineness === 'loose')
    return [...told.matchAll(patternsIn(language).joints)].map(({ 0: sign, index }) => ({ at: index, joint: jointOf(sign) }))
  const condition = frontCondition.exec(told)
  const conditions: Cut[] = condition?.[0].endsWith(',') ? [{ at: condition[0].length - 1, joint: 'condition' }] : []
  if (fineness === 'clauses') return conditions
  const places = placeCuts({ ...clause, text: told }).map((at): Cut => ({ at, joint: 'place' }))
  return [...conditions, ...places].sort((a, b) => a.at - b.at)
}

/** A comma or a word such as "and" separates items of a list; any other sign separates more strongly. */
const jointOf = (sign: string): Joint => (/^[,，、]\s*$|\p{L}/u.test(sign) ? 'list' : 'mark')

/** A part of one word, one that is only a time and one that only describes stay with their neighbours. */
function partsOf(uncut: Uncut, fineness: Fineness, language: string): Part[] {
  const { text } = uncut.clause
  const parts: Part[] = []
  let from = 0
  let joint: Joint = 'clause'
  for (const cut of [...cutsOf(uncut, fineness, language), { at: text.length, joint: 'clause' as const }]) {
    const part = withoutEdges(text.slice(from, cut.at)).replace(patternsIn(language).leadingAnd, '')
    const last = parts.at(-1)
    if (!staysWithNeighbour(part)) {
      parts.push({ text: part, joint })
      from = cut.at
      joint = cut.joint
    } else if (cut.at === text.length && last && part) last.text = `${last.text}, ${part}`
  }
  return parts
}

/** A part of a text in which these products are named. */
export function partPiece(whole: Pick<Step, 'products'>, { text, joint }: Part, lexicon: ProductLexicon): Piece {
  const { command, products: named } = readTask(text, lexicon)
  const products = command ? named : standingIn(text, whole.products)
  const step = stepFrom(text, undefined, { command, products })
  return pieceOf({ ...step, action: withVerb(step.action) }, joint)
}

function pieceOf(step: Step, joint: Joint): Piece {
  const verb = leadingVerb(step.action)
  return {
    ...step,
    joint,
    instructs: leadsAnInstruction(step.text),
    verb: verb !== undefined && isDoingVerb(verb) ? verb : null,
    names_place: step.products.some(isSurelyPlace),
    leansOn: null,
  }
}

/** "Star it", "archive them": only the words before say what is meant, and so where it is. */
const onlyPronoun = /^\p{L}+ (?:it|them|these|those|that|this)\b(?! \p{L}+(?:s|ed)\b)/iu
/** "Run the tests on it": done in the place that the words before name. */
const samePlace = /\s(?:(?:on|in|from|with) (?:it|them)|there)\s*[.!?]?$|\s(?:in|into|on|to|from) (?:that|the) (?:very )?same \p{L}+/iu

function leaning(piece: Piece, before: Piece | undefined): Piece {
  const isThought = thinkVerbSet.has(leadingVerb(piece.action) ?? '')
  const isSamePlace = samePlace.test(piece.text)
  const leansInWords = isSamePlace || (onlyPronoun.test(piece.text) && piece.system === null)
  const leans = before && leansInWords && !piece.names_place && !isThought
  if (!leans) return piece
  const { action, products } = before.leansOn ?? before
  return { ...piece, leansOn: { action, products, isSamePlace } }
}

/** No part of what only tells why is a step, unless it names a product. */
function toCut(clause: Step): Step {
  const text = withoutReasons(clause.text)
  return clause.products.every(({ surface }) => text.includes(surface)) ? { ...clause, text } : clause
}

// Each piece costs a search, and cutting finely into many pieces seldom finds what a coarser cut missed.
const mostFinePieces = 6

/**
 * The parts of a task that could be steps of their own, in the order of doing; empty if a fine cut makes too many. Which of them really
 * are steps is decided once tools were searched for them.
 */
export function createCutter(clauses: readonly Step[], lexicon: ProductLexicon, language: string): (fineness: Fineness) => Piece[] {
  const uncut = (clause: Step): Uncut => ({ clause, told: withoutGivenText(clause.text) })
  const coarse = once(() => clauses.map(uncut))
  const fine = once(() => clauses.map((clause) => uncut(toCut(clause))))
  const asTheyAre = once(() => clauses.map((clause) => pieceOf(clause, 'clause')))
  return (fineness) => {
    const parts = (fineness === 'clauses' ? coarse() : fine()).map((clause) => partsOf(clause, fineness, language))
    const count = parts.reduce((sum, ofOne) => sum + Math.max(1, ofOne.length), 0)
    if (fineness !== 'clauses' && count > mostFinePieces) return []
    const found = clauses.flatMap((clause, at) =>
      parts[at]!.length < 2 ? asTheyAre()[at]! : parts[at]!.map((part) => partPiece(clause, part, lexicon)),
    )
    const pieces: Piece[] = []
    for (const piece of found) pieces.push(leaning(piece, pieces.at(-1)))
    return pieces
  }
}

/** Ways to cut a clause in two, however short the halves. Whether they are two steps is decided once tools were searched for them. */
export function halvesOf(clause: Step, lexicon: ProductLexicon, language: string, most: number): Halves[] {
  const halvings = halvingsOf(clause.text, language).slice(0, most)
  return halvings.map(({ before, after, isCondition, isPlain }) => {
    const [first, second] = isCondition ? [after, before] : [before, after]
    const pieces = () => ({
      first: partPiece(clause, { text: first, joint: 'clause' }, lexicon),
      second: partPiece(clause, { text: second, joint: isCondition ? 'condition' : 'place' }, lexicon),
    })
    return { isPlain, pieces }
  })
}
