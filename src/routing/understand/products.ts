import { isInDictionary } from './dictionary.ts'
import { isKnownWord } from './known-words.ts'
import type { LexiconName, NamesFrom, ProductLexicon } from './lexicon.ts'
import { readSurroundings } from './mention-features.ts'
import { senseOf } from './mention-sense.ts'
import { isPlainWord } from './plain-words.ts'
import { bareForms, editDistanceWithin, letterSet, lettersDiffer, slipsAllowed, spellingKey } from './spelling.ts'
import { isSlug, type Token, tokenise } from './tokens.ts'
import { type ProductMention, surelyMeant } from './types.ts'

type Spoken = { name: LexiconName; last: number }
type NameMatch = Spoken & { first: number; isExact: boolean }

/** A name's further words may also stand there without their plural: "a Google Sheet" is one of Google Sheets. */
const laterForms = (token: Token | undefined) => (token ? [...bareForms(token.norm), `${token.norm}s`] : [])

/** The longest product name that stands at a token, whether or not the product is meant by it. */
export function nameAt(tokens: readonly Token[], at: number, lexicon: ProductLexicon): Spoken | undefined {
  const { norm } = tokens[at]!
  // "Canvas" is no plural of Canva.
  for (const form of isPlainWord(norm) ? [norm] : bareForms(norm)) {
    const names = lexicon.byFirstWord.get(form)
    if (!names) continue
    const name = longestOf(names, tokens, at) ?? names.alone
    if (name) return { name, last: at + name.words.length - 1 }
  }
  return undefined
}

function longestOf({ bySecondWord }: NamesFrom, tokens: readonly Token[], at: number): LexiconName | undefined {
  if (bySecondWord.size === 0) return undefined
  let longest: LexiconName | undefined
  for (const form of laterForms(tokens[at + 1])) {
    const name = bySecondWord.get(form)?.find(({ words }) => words.every((word, i) => i < 2 || laterForms(tokens[at + i]).includes(word)))
    if (name && name.words.length > (longest?.words.length ?? 0)) longest = name
  }
  return longest
}

/** "Jira-Ticket" and "Power-BI-Datensatz" begin with a name and are read word by word. */
export function withCompoundsOpened(tokens: readonly Token[], lexicon: ProductLexicon): Token[] {
  return tokens.flatMap((token) => {
    if (!token.raw.includes('-') || isSlug(token.norm) || lexicon.byFirstWord.has(token.norm)) return [token]
    const words = tokenise(token.raw.replaceAll('-', ' ')).map((word) => ({
      ...word,
      start: word.start + token.start,
      end: word.end + token.start,
    }))
    return words[0] && nameAt(words, 0, lexicon) ? words : [token]
  })
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

/** The product names in a text with the positions of their tokens, in order. A slug ("foo-mcp"), or a word that merely contains a name, does not count. */
function findNames(tokens: readonly Token[], lexicon: ProductLexicon): NameMatch[] {
  const found: NameMatch[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (isSlug(tokens[at]!.norm)) continue
    const exact = nameAt(tokens, at, lexicon)
    const name = exact?.name ?? repairedMatch(tokens[at]!, lexicon)
    if (!name) continue
    found.push({ name, first: at, last: exact?.last ?? at, isExact: exact !== undefined })
    at = exact?.last ?? at
  }
  return found
}

const surenessOfRepair = 0.7
const leastCertainty = 0.4

/** Products that are meant in the text, in order. */
export function findProducts(text: string, words: readonly Token[], lexicon: ProductLexicon): ProductMention[] {
  const tokens = withCompoundsOpened(words, lexicon)
  const names = findNames(tokens, lexicon)
  if (names.length === 0) return []
  const around = readSurroundings(text, tokens)
  return names.flatMap(({ name, first, last, isExact }) => {
    const { role, certainty } = senseOf({ around, first, last }, name)
    if (certainty < leastCertainty) return []
    const [start, end] = [tokens[first]!.start, tokens[last]!.end]
    const sureness = isExact ? certainty : Math.min(surenessOfRepair, certainty)
    return {
      name: name.name,
      slugs: name.slugs,
      vouched: name.vouched,
      start,
      end,
      surface: text.slice(start, end),
      role,
      certainty: sureness,
    }
  })
}

/** Whether a product is meant in the text, in whatever role. */
export function namesProduct(text: string, lexicon: ProductLexicon): boolean {
  return findProducts(text, tokenise(text), lexicon).some(({ certainty }) => certainty >= surelyMeant)
}
