import { wordSet } from '../../../retrieval/word-list.ts'
import { replaceQuotations, withoutGivenText } from '../given-text.ts'
import { baseVerb, isInstructionVerb } from '../words/action-verbs.ts'
import { questionWord } from '../words/question-words.ts'
import { titles } from '../words/sentences.ts'

const listItem = /(?:^|\n)\s*(?:step\s*)?(?:\d{1,2}[.):]|[-*•]|\(\d{1,2}\)|[a-h]\))\s+/i
const inlineNumber = /(?:^|\s)(?:\(?\d{1,2}[.)]|\(?(?:i{1,3}|iv|v)\))\s+(?=\p{L})/u
const fewestItems = 2

const connectors =
  /\s*(?:[,;]\s*|\s)(?:and\s+)?(?:then(?:\s+also)?|after that|afterwards|after which|subsequently|next,|followed by|finally|lastly|and(?= (?:if|when|in case)\s)|otherwise|und dann|und danach|danach|anschließend|et puis|et ensuite|puis|ensuite|y luego|y después|luego|después|e depois|e em seguida|depois|e poi|poi|en dan|en daarna|daarna|a potem|a następnie|następnie|potem|ve sonra|ardından|sonra da|затем|потом|а затем|ثم|وبعد ذلك|फिर|उसके बाद)[,:]?\s+/giu
/** "…, and I'd like it printed": what is wished for besides. */
const beforeWish = /,?\s+and\s+(?=(?:i|we)(?:['’](?:d|ll)|\s+(?:would|will|also|then|still))*\s+(?:like|love|want|need)\s)/i
const beforeCondition = /:\s+(?=(?:if|when|in case)\s)/i
/** "Query results -> top wallets -> check their balance"; one arrow alone is as often between two places or two formats. */
const arrow = /\s*[→⇒➔➜]\s*|\s(?:->|=>)\s/gu
const ideographicConnectors =
  /[，,、。]?\s*(?:然后再?|接着|之后再?|再把|并且?(?=发|把|将)|そして|その後|それから|してから|그리고\s?나서|그런\s?다음|그\s?다음에?|한\s?(?:다음|후|뒤)에?)[，,、]?\s*/gu

const sentenceEnd = new RegExp(
  String.raw`(?<=[^\d\s.][.!?])(?<!\b(?:${titles})\.)\s+(?=[\p{Lu}\p{N}"“])|(?<=[。！？])|(?<=\p{L}\?)\s+(?=\p{Ll})|\s*;\s*|\n+`,
  'u',
)

/** The items of a list, and what leads to them if that is an instruction too. */
function splitLists(text: string): string[] | undefined {
  const lists = [listItem, inlineNumber].map((sign) => text.split(sign).map((part) => part.trim()))
  const list = lists.find((parts) => parts.length > fewestItems)
  if (!list) return undefined
  const [lead = '', ...items] = list
  return [...(leadsAnInstruction(lead) && !lead.endsWith(':') ? [lead] : []), ...items.filter(Boolean)]
}

/** A word that may come before the verb of an instruction. */
const beforeVerb = /^(?:also|please|kindly|then|finally|and|just|automatically|immediately|quickly|either|both|let's|to)\s+/

const firstVerb = (clause: string) => /[\p{L}-]+/u.exec(clause.toLowerCase().replace(beforeVerb, ''))?.[0]

const condition = /^(?:if|when|in case)\s/i
/** A condition that comes first, up to the comma after it. */
export const frontCondition = /^(?:if|when|in case|wenn|falls|sobald|si|se|als|indien|jeśli|gdy|eğer|om|если)\s[^,]{8,}?(?:,|$)/iu

/** "If it stays dry book a table": the instruction comes after the condition. */
function instructsLater(clause: string): boolean {
  return [...clause.toLowerCase().matchAll(/[\p{L}-]+/gu)].some(
    ({ 0: word, index }) => isInstructionVerb(word) && opensObject(clause.slice(index + word.length)),
  )
}

/** Verbs that instruct at the very beginning, and elsewhere are more often something else. */
const opensInstruction = /^(?:please\s+)?(?:see|work out|ocr|dig|figure out|double-check)\s/i

export function leadsAnInstruction(clause: string): boolean {
  if (condition.test(clause)) return instructsLater(clause)
  if (opensInstruction.test(clause)) return true
  const verb = firstVerb(clause)
  return verb !== undefined && (isInstructionVerb(verb) || actsOn(verb, clause.slice(clause.toLowerCase().indexOf(verb) + verb.length)))
}

/** "Review and merge the pull request": two verbs for one object are one step. */
const isVerbAlone = /^\s*(?:please\s+)?[\p{L}-]+\s*$/iu

/** "A and send B": the part after "and" is a step of its own only if it begins with an instruction verb and its object. */
function splitAtVerbs(clause: string): string[] {
  const parts: string[] = []
  let rest = clause
  const joint =
    /(?:,\s*(?:and\s+|or\s+)?|\s+and\s+(?:also\s+|please\s+)?|\s+(?:as well as|plus|und|et|y|e|en|ve|(?-i:i))\s+)(?:also\s+|please\s+)?([\p{L}-]+)(?=\s+\S)/giu
  let from = 0
  for (const match of clause.matchAll(joint)) {
    const verb = match[1]!.toLowerCase()
    const after = clause.slice(match.index + match[0].length)
    const isKnown = isInstructionVerb(verb) && opensObject(after)
    if (!isKnown && !actsOn(match[1]!, after)) continue
    const before = clause.slice(from, match.index)
    if (isVerbAlone.test(before)) continue
    if (!hasVerb(before) && !(from === 0 && isWish(before) && actsOn(match[1]!, after))) continue
    parts.push(before)
    from = match.index + match[0].length - match[1]!.length
    rest = clause.slice(from)
  }
  const [first = rest, ...others] = [...parts, rest]
  const isTold = others.length > 0 && !leadsAnInstruction(first.replace(frontCircumstance, '')) && isWish(first)
  return [isTold ? `get ${first.trim()}` : first, ...others]
}

const noVerb =
  wordSet(`after also although and are as at because before both but by can could despite do does during either else especially even except finally for from had has
  have how if in including into is just like maybe may might more most my near neither no nor not of off on once only onto or our over per perhaps plus
  should since so some still such than that the then there this though through till to under unless until up upon via was were what when where whether
  which while who whose why will with within without would yet your
  bought built came found gave got held kept knew left lost made met paid said saw sent sold told took went wrote`)
const ownObject = /^\s+(?:the|an?|it|them|these|those|my|our|his|her|their|all|each|every|any)\b/i

/** Any word right before an object of its own does something ("and lay it under the video"), also one that is on no list. */
function actsOn(word: string, after: string): boolean {
  return ownObject.test(after) && /^[a-z]{3,}$/.test(word) && !/(?:ing|ly|ed)$/.test(word) && !noVerb.has(word)
}

const circumstance = 'in|on|at|for|with|given|from|since|as|by|before|after|once|during|until|while|within|due|per|despite|because'
/** "By noon, update the page": what comes first says when, where or why. */
export const frontCircumstance = new RegExp(`^(?:${circumstance}|every|each|using|via)\\s[^,]{2,60},\\s+`, 'i')

/** "The revenue by region out of Snowflake, put it in a deck": what is wanted is told before what is done with it. */
const isWish = (before: string) => before.trim().split(/\s+/).length >= 3 && !tellsOrAsks.test(before)
const tellsOrAsks = new RegExp(
  String.raw`^\s*(?:we|i|you|${circumstance}|if|${questionWord})\b|\b(?:is|are|was|were|has|have|had|did|does|do|will|would|can|cannot|could|should|keeps?|\p{L}+n't)\b`,
  'iu',
)

/** An object or a target must follow, or the word was a noun ("search and order history"). */
function opensObject(after: string): boolean {
  return (
    /^\s+(?:the|a|an|it|them|me|him|her|us|my|our|their|his|all|any|each|every|this|that|these|those|to|for|in|on|into|out|up|down|back|off|with|about|some|new|one|\d|\p{Lu}|"|@|#|\w+ (?:\w+ )?(?:to|in|on|with|for|from|about|via|as|at|of|into)\b)/u.test(
      after,
    ) || /^\s+\p{L}+s?\b(?:\s+\p{L}+){0,3}\s*[.!?]?$/u.test(after)
  )
}

function hasVerb(clause: string): boolean {
  return (clause.toLowerCase().match(/[\p{L}-]+/gu) ?? []).some((word) => baseVerb(word) !== undefined)
}

/** Puts clauses in the order of doing: "before A, B" and "B after A" are turned round. */
function inOrderOfDoing(clause: string): string[] {
  const text = clause.trim()
  const front =
    /^(?:(before|prior to)|(?:after|once|when|as soon as|whenever|having|upon))\s+(?:you(?:'ve| have)?\s+|i(?:'ve| have)?\s+)?([^,]+?),\s*(?:then\s+|please\s+)?(.+)$/is.exec(
      text,
    )
  if (front && hasVerb(front[2]!) && hasVerb(front[3]!)) {
    return front[1] ? [front[3]!, asInstruction(front[2]!)] : [asInstruction(front[2]!), front[3]!]
  }
  // "Tickets closed before the release" are told by their time; nothing is done first.
  const back =
    /^(.+?)(?<!\p{L}(?:ed|made|sent|sold|paid|built|written)),?\s+(?:(before|prior to)|(?:after|once|as soon as))\s+(?:you(?:'ve| have)?\s+|i(?:'ve| have)?\s+)?((?:[\p{L}-]+ing\b|the (?:\p{L}+ ){1,2}(?:is|are|was|were|has|have|\p{L}+s)\b|it |they |\p{L}+ (?:is|are|has|have) ).+)$/isu.exec(
      text,
    )
  if (back && hasVerb(back[1]!) && hasVerb(back[3]!)) {
    return back[2] ? [back[1]!, asInstruction(back[3]!)] : [asInstruction(back[3]!), back[1]!]
  }
  return [text]
}

/** "sending the report" → "send the report". */
function asInstruction(clause: string): string {
  const match = /^([\p{L}-]+)(.*)$/su.exec(clause.trim())
  const verb = match?.[1]?.endsWith('ing') ? baseVerb(match[1].toLowerCase()) : undefined
  return verb ? `${verb}${match![2]}` : clause.trim()
}

/** A link, without the mark that ends the sentence and without what follows it in another script. */
const link = /https?:\/\/[!#-~]*[\w/#=&%~+-]/gi

/** `isTurn`: a thing that is asked for in its turn ("…, then a new draft on Transistor"), though it gives no order. */
export type Clause = { text: string; isTurn: boolean }

/** Cuts a task into clauses in the order in which they have to be done; never inside of a link or of what is quoted. */
export function splitClauses(task: string): Clause[] {
  const kept: string[] = []
  const seal = (text: string) => `⟦${kept.push(text) - 1}⟧`
  const unquoted = withoutGivenText(task) === task ? task : replaceQuotations(task, seal)
  return splitSealed(unquoted.replace(link, seal)).map(({ text, isTurn }) => ({
    text: text.replace(/⟦(\d+)⟧/gu, (_, i: string) => kept[Number(i)] ?? ''),
    isTurn,
  }))
}

function splitSealed(task: string): Clause[] {
  const listed = splitLists(task)
  const sentences = listed ?? task.split(sentenceEnd)
  return sentences
    .filter((sentence) => sentence?.trim())
    .flatMap(inOrderOfDoing)
    .flatMap((sentence) => sentence.split(beforeCondition))
    .flatMap((sentence) => sentence.split(beforeWish))
    .flatMap(splitTurns)
    .flatMap(({ text, isTurn }) => {
      const parts = text.split(ideographicConnectors).flatMap((part) => splitAtVerbs(part))
      return parts.map((part) => ({ text: part.replace(/^[\s,;:.-]+|[\s,;]+$/g, ''), isTurn: isTurn && parts.length === 1 }))
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** Cuts a sentence where it says "then", or draws an arrow. */
function splitTurns(sentence: string): Clause[] {
  const parts = sentence.split(connectors).flatMap(splitAtArrows)
  return parts.map((text, at) => {
    const isTurn = parts.length > 1 && isThing(text)
    return { text: isTurn && at === 0 ? `get ${text.trim()}` : text, isTurn }
  })
}

function splitAtArrows(text: string): string[] {
  const parts = text.split(arrow)
  return parts.length > 2 || leadsAnInstruction(parts.at(-1)!.trim()) ? parts : [text]
}

const beforeColon = /^[^:]{3,80}:\s+/u
const past = /\s\p{L}{2,}ed\b/u

/** What is wanted, told by what it is: neither an order nor what happened. */
function isThing(part: string): boolean {
  const text = part.trim()
  const told = text.replace(beforeColon, '')
  return told.split(/\s+/).length >= 2 && !leadsAnInstruction(text) && !tellsOrAsks.test(told) && !past.test(told)
}
