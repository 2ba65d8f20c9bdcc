import { isInDictionary } from './dictionary.ts'
import { isKnownWord } from './known-words.ts'
import type { LexiconName, ProductLexicon } from './lexicon.ts'
import { isPlainWord } from './plain-words.ts'
import { bareForms, editDistanceWithin, letterSet, lettersDiffer, slipsAllowed, spellingKey } from './spelling.ts'
import { ideographic, isCapitalised, opensSentence, type Token, tokenise } from './tokens.ts'
import type { ProductMention, ProductRole } from './types.ts'

const placeWords = new Set(
  'in on to from via using into inside within through with at per against onto auf im mit aus über nach dans sur depuis vers avec en con desde por a em no na via su nel da met op naar w na z do'.split(
    ' ',
  ),
)
const determiners = new Set('my our the their this that your a an new shared mein meine unser mon notre mi nuestro meu nosso'.split(' '))
const neighbourNouns = new Set(
  `account accounts api app board boards bot calendar call calls campaign campaigns card cards channel channels contact contacts crm customer customers dashboard
  data database databases deal deals dm dms doc docs document documents event events file files folder folders form forms group inbox instance integration
  invoice invoices issue issues item items link list lists mcp meeting meetings message messages note notes order orders page pages payment payments pipeline playlist
  post posts project projects record records repo repos repository report reports server sheet sheets site space spaces sprint store subscription
  subscriptions survey table task tasks team thread ticket tickets transactions video workspace workspaces webhook`.split(/\s+/),
)
const topicOpeners =
  /\b(?:explain|describe|what (?:is|are)|what's|how (?:do|does|to|can|would|is)|why|compare|comparison|difference|versus|vs\.?|pros and cons|history of|tutorial|tell me about|write (?:a|an|me|some)|essay|blog|article|opinion|alternatives? to|best practices|erkläre?|explique[rz]?|explica|spiega|wyjaśnij|açıkla)\b/iu

/** Whoever is told, invited or thanked is a person, also when a product has the same name. */
const addressing = new Set('tell email invite remind thank meet congratulate'.split(' '))

function isAddressed(tokens: Token[], at: number): boolean {
  return addressing.has(tokens[at - 1]?.norm ?? '') && !neighbourNouns.has(tokens[at + 1]?.norm ?? '')
}

const strongPlaces = new Set('in on to from via using into inside auf im dans sur en desde em no na'.split(' '))

/** An everyday word counts as a product only with a capital inside the sentence, a place word, or a typical noun beside it. */
function everydayCertainty(text: string, tokens: Token[], at: number): number {
  const token = tokens[at]!
  // Amid another script an English word is there as a name.
  if (ideographic.test(text) && isCapitalised(token.raw)) return 0.9
  const before = tokens[at - 1]
  const after = tokens[at + 1]
  const afterPlace = before !== undefined && strongPlaces.has(before.norm)
  const capital = isCapitalised(token.raw) && !opensSentence(text, token.start)
  const besideNoun = after !== undefined && neighbourNouns.has(after.norm) && after.start - token.end <= 1
  const weekday =
    /^mondays?$/.test(token.norm) &&
    /^(?:on|by|next|this|last|since|until|till|every|each|before|after|from|for|of)$/.test(before?.norm ?? '')
  if (weekday && !besideNoun) return 0
  if (afterPlace && besideNoun) return 0.85
  if (capital && (afterPlace || besideNoun)) return 0.95
  const endsPhrase =
    after === undefined ||
    /[,.;:!?)]/.test(text.slice(token.end, after.start)) ||
    /^(?:and|then|to|with|for|about|und|et|y|e)$/.test(after.norm)
  const determined = before !== undefined && determiners.has(before.norm)
  if (capital && !determined) return token.raw === 'X' ? 0.4 : 0.75
  if (afterPlace && endsPhrase && token.norm.length > 3) return 0.6
  if (besideNoun && determined) return 0.6
  return 0
}

function roleOf(text: string, tokens: Token[], first: number, last: number): ProductRole {
  const before = tokens[first - 1]
  const beyond = tokens[first - 2]
  if (before && placeWords.has(before.norm)) return 'place'
  if (before && beyond && determiners.has(before.norm) && (placeWords.has(beyond.norm) || before.norm === 'my' || before.norm === 'our'))
    return 'place'
  const after = tokens[last + 1]
  if (after && neighbourNouns.has(after.norm) && !topicOpeners.test(text)) return 'place'
  return topicOpeners.test(text) ? 'topic' : 'place'
}

type Match = { name: LexiconName; last: number; certainty: number }

function matchesFrom(tokens: Token[], at: number, name: LexiconName): boolean {
  for (let i = 1; i < name.words.length; i++) {
    const token = tokens[at + i]
    if (!token || !isSameWord(token.norm, name.words[i]!)) return false
  }
  return true
}

/** "a Google Sheet" is one of Google Sheets. */
function isSameWord(said: string, named: string): boolean {
  return bareForms(said).includes(named) || (named.length > 2 && named === `${said}s`)
}

function exactMatch(tokens: Token[], at: number, lexicon: ProductLexicon): Match | undefined {
  const { norm } = tokens[at]!
  // "Canvas" is no plural of Canva.
  for (const form of isPlainWord(norm) ? [norm] : bareForms(norm)) {
    for (const name of lexicon.byFirstWord.get(form) ?? []) {
      if (matchesFrom(tokens, at, name)) return { name, last: at + name.words.length - 1, certainty: 1 }
    }
  }
  return undefined
}

function repairedMatch({ norm }: Token, lexicon: ProductLexicon): LexiconName | undefined {
  const allowed = slipsAllowed(norm.length)
  if (allowed === 0 || !/^[a-z]+$/.test(norm) || isKnownWord(norm) || isInDictionary(norm)) return undefined
  const letters = letterSet(norm)
  let best: LexiconName | undefined
  let bestDistance = allowed + 1
  for (let length = norm.length - allowed; length <= norm.length + allowed; length++) {
    for (const first of new Set([norm[0]!, norm[1]!])) {
      for (const spelled of lexicon.bySpelling.get(spellingKey(length, first)) ?? []) {
        if (lettersDiffer(letters, spelled.letters) > 2 * allowed) continue
        const word = spelled.name.words[0]!
        if (word.startsWith(norm) || norm.startsWith(word)) continue
        const distance = editDistanceWithin(norm, word, Math.min(allowed, slipsAllowed(word.length)))
        if (distance !== undefined && distance < bestDistance) [best, bestDistance] = [spelled.name, distance]
      }
    }
  }
  return best
}

type Found = { name: LexiconName; isRepaired: boolean }

function certaintyOf(text: string, tokens: Token[], at: number, { name, isRepaired }: Found): number {
  if (isRepaired) return 0.7
  if (name.common) return everydayCertainty(text, tokens, at)
  return name.slugs.length > 0 || isWorkedIn(text, tokens, at) ? 1 : 0.5
}

const owners = new Set(
  'my our mein meine meinem meiner unser unsere mon ma notre mi nuestro nuestra meu minha nosso mio mia mijn onze'.split(' '),
)
const aims = new Set('for about of than like für über pour sobre per voor'.split(' '))

/** Whether the sentence shows that the work is to be done there: "in X", "on my X", "X: …"; a thing to buy or to talk about is none. */
function isWorkedIn(text: string, tokens: Token[], at: number): boolean {
  const [before, beyond] = [tokens[at - 1]?.norm ?? '', tokens[at - 2]?.norm ?? '']
  if (owners.has(before)) return !aims.has(beyond)
  if (determiners.has(before)) return placeWords.has(beyond)
  return placeWords.has(before) || (at === 0 && text.slice(tokens[at]!.end).startsWith(':'))
}

function mentionAt(
  text: string,
  tokens: Token[],
  at: number,
  lexicon: ProductLexicon,
): { mention: ProductMention; last: number } | undefined {
  const exact = exactMatch(tokens, at, lexicon)
  const repaired = exact ? undefined : repairedMatch(tokens[at]!, lexicon)
  const name = exact?.name ?? repaired
  if (!name) return undefined
  const last = exact?.last ?? at
  const certainty = certaintyOf(text, tokens, at, { name, isRepaired: repaired !== undefined })
  if (certainty === 0 || (last === at && isAddressed(tokens, at))) return undefined
  const [start, end] = [tokens[at]!.start, tokens[last]!.end]
  return {
    mention: {
      name: name.name,
      slugs: name.slugs,
      start,
      end,
      surface: text.slice(start, end),
      role: roleOf(text, tokens, at, last),
      certainty,
    },
    last,
  }
}

/** Products named in the text, in order. A slug ("foo-mcp") or a word that merely contains a name is no mention. */
export function findProducts(text: string, tokens: Token[], lexicon: ProductLexicon): ProductMention[] {
  const found: ProductMention[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (/-mcp$/.test(tokens[at]!.norm)) continue
    const hit = mentionAt(text, tokens, at, lexicon)
    if (!hit) continue
    found.push(hit.mention)
    at = hit.last
  }
  return found
}

const leastNamed = 0.6

/** Whether a product is meant in the text, in whatever role. */
export function namesProduct(text: string, lexicon: ProductLexicon): boolean {
  return findProducts(text, tokenise(text), lexicon).some(({ certainty }) => certainty >= leastNamed)
}
