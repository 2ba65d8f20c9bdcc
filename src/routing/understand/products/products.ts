import { editDistance } from '../../../input/edit-distance.ts'
import { once } from '../../../once.ts'
import { stopWords } from '../../../retrieval/words.ts'
import { type ProductMention, surelyMeant } from '../types.ts'
import { isInDictionary } from '../words/dictionary.ts'
import { isEverydayWord } from '../words/everyday-words.ts'
import { isPlainIn } from '../words/foreign-words.ts'
import { isKnownWord } from '../words/known-words.ts'
import { guessLanguage, isSpokenIn } from '../words/language.ts'
import { isCapitalised, isSlug, normalise, opensSentence, type Token, tokenise } from '../words/tokens.ts'
import type { LexiconName, ProductLexicon } from './lexicon.ts'
import { listedCompanies } from './listed-companies.ts'
import { readSurroundings } from './mention-features.ts'
import { senseOf } from './mention-sense.ts'
import { nameAt, type Spoken } from './name-at.ts'
import { withNamesOpened } from './opened-words.ts'
import { letterSet, lettersDiffer, slipsAllowed, spellingKey } from './spelling.ts'

type NameMatch = Spoken & { first: number; isExact: boolean }
type Context = { text: string; language: () => string }
type Reading = { text: string; tokens: readonly Token[]; lexicon: ProductLexicon }

/** In other languages an unknown word is seldom a misspelled name, unless it is capitalised where no sentence begins. */
function repairedMatch({ raw, norm, start }: Token, { text, language }: Context, lexicon: ProductLexicon): LexiconName | undefined {
  const allowed = slipsAllowed(norm.length)
  if (allowed === 0 || !/^[a-z]+$/.test(norm) || isKnownWord(norm) || isInDictionary(norm)) return undefined
  if (language() !== 'en' && (!isCapitalised(raw) || opensSentence(text, start))) return undefined
  const letters = letterSet(norm)
  let best: LexiconName | undefined
  let bestDistance = allowed + 1
  for (let length = norm.length - allowed; length <= norm.length + allowed; length++) {
    for (const first of new Set([norm[0]!, norm[1]!])) {
      for (const spelled of lexicon.bySpelling.get(spellingKey(length, first)) ?? []) {
        if (lettersDiffer(letters, spelled.letters) > 2 * allowed) continue
        const word = spelled.name.words[0]!
        const distance = editDistance(norm, word, Math.min(allowed, slipsAllowed(word.length)))
        if (distance !== undefined && distance < bestDistance) [best, bestDistance] = [spelled.name, distance]
      }
    }
  }
  return best
}

const shortestApart = 6
const isOrdinaryWord = (word: string) => isKnownWord(word) || isInDictionary(word)

/** A name of one word that is written as two: "git lab", "rabbit mq". Two ordinary words mean it only where the text shows it. */
function nameApart(tokens: readonly Token[], at: number, lexicon: ProductLexicon): Spoken | undefined {
  const [first, second] = [tokens[at]!, tokens[at + 1]]
  if (!second || second.start !== first.end + 1) return undefined
  const words = [first.norm, second.norm]
  const joined = words.join('')
  const name = lexicon.byFirstWord.get(joined)?.alone
  if (!name || name.slugs.length === 0 || joined.length < shortestApart) return undefined
  if (words.some((word) => stopWords.has(word) || !/^\p{L}+$/u.test(word))) return undefined
  return { name: words.every(isOrdinaryWord) ? { ...name, common: true } : name, last: at + 1 }
}

const markedLatin = /\p{Script=Latin}\p{M}/u
const isMarked = (text: string) => markedLatin.test(text.normalize('NFD'))

/** A small word with an accent or an umlaut that the name has not is a word of its own language: "über" is not Uber. */
const isMarkedOtherwise = ({ raw }: Token, { name }: LexiconName) =>
  (isMarked(raw) && !isCapitalised(raw) && !isMarked(name)) || (severalOfAcronym.test(raw) && normalise(raw) === normalise(name))
/** "PACs" are several of a PAC, and no PACS. */
const severalOfAcronym = /^\p{Lu}{2,}s$/u

const latinWord = /^\p{Script=Latin}+$/u

/** A small word of the text's own language is just that: "un tableau" is a table. Of everyday words in English the sense tells. */
const isOwnWord = ({ raw, norm, start }: Token, { name }: Spoken, { text, language }: Context) =>
  name.words.length === 1 &&
  latinWord.test(raw) &&
  (!isCapitalised(raw) || opensSentence(text, start)) &&
  !isEverydayWord(norm) &&
  (isPlainIn(language(), norm) || (language() !== 'en' && isSpokenIn(language(), [norm])))

/** The tokens up to the next comma: "list package, version and date" names no Package Version. */
function withoutList(tokens: readonly Token[], at: number, text: string): readonly Token[] {
  const [first, next] = [tokens[at]!, tokens[at + 1]]
  return next && /[,;]/.test(text.slice(first.end, next.start)) ? tokens.slice(0, at + 1) : tokens
}

/** "Amazon" in "Amazon SQS" only says whose SQS it is, since the server for that has other names that begin with Amazon. */
function isMakerOf(maker: NameMatch, made: NameMatch, { text, tokens, lexicon }: Reading): boolean {
  if (maker.name.words.length > 1 || text.slice(tokens[maker.last]!.end, tokens[made.first]!.start).trim() !== '') return false
  const names = lexicon.byFirstWord.get(maker.name.words[0]!)?.bySecondWord.values() ?? []
  return names.some((list) => list.some(({ slugs }) => slugs.some((slug) => made.name.slugs.includes(slug))))
}

/** The product names in a text with the positions of their tokens, in order. A slug ("foo-mcp"), or a word that merely contains a name, does not count. */
function findNames(tokens: readonly Token[], lexicon: ProductLexicon, context: Context): NameMatch[] {
  const found: NameMatch[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (isSlug(tokens[at]!.norm)) continue
    const exact = nameAt(withoutList(tokens, at, context.text), at, lexicon)
    const apart = exact && exact.last > at ? undefined : nameApart(tokens, at, lexicon)
    const whole = apart ?? exact
    const name = whole?.name ?? repairedMatch(tokens[at]!, context, lexicon)
    if (!name || isMarkedOtherwise(tokens[at]!, name)) continue
    if (whole && isOwnWord(tokens[at]!, whole, context)) continue
    const match = { name, first: at, last: whole?.last ?? at, isExact: whole !== undefined && !apart }
    const previous = found.at(-1)
    if (previous && isMakerOf(previous, match, { text: context.text, tokens, lexicon })) found.pop()
    found.push(match)
    at = whole?.last ?? at
  }
  return found
}

const surenessOfRepair = 0.7
const leastCertainty = 0.4

/** Its server has nothing to say of what its shares are worth. */
const onlyACompany = { vouched: false, role: 'topic', topicShare: 1, certainty: 1, isCompany: true } as const

/** Products that are meant in the text, in order. */
export function findProducts(
  text: string,
  words: readonly Token[],
  lexicon: ProductLexicon,
  language: () => string = once(() => guessLanguage(text)),
): ProductMention[] {
  const tokens = withNamesOpened(words, lexicon)
  const names = findNames(tokens, lexicon, { text, language })
  if (names.length === 0) return []
  const around = readSurroundings(text, tokens, language())
  const companies = listedCompanies(text)
  const isCompany = (name: LexiconName, start: number) => !name.quotes && companies.some(([from, to]) => from <= start && start < to)
  return names.flatMap(({ name, first, last, isExact }) => {
    const [start, end] = [tokens[first]!.start, tokens[last]!.end]
    const named = { name: name.name, ...(name.hidden ? { hidden: name.hidden } : {}), start, end, surface: text.slice(start, end) }
    if (isCompany(name, start)) return { ...named, ...onlyACompany, slugs: [] }
    const { role, topicShare, certainty } = senseOf({ around, first, last }, name)
    if (certainty < (name.common && !isExact ? surenessOfRepair : leastCertainty)) return []
    const sureness = isExact ? certainty : Math.min(surenessOfRepair, certainty)
    return { ...named, slugs: name.slugs, vouched: name.vouched, role, topicShare, certainty: sureness }
  })
}

/** Whether a product is meant in the text, in whatever role. */
export function namesProduct(text: string, lexicon: ProductLexicon): boolean {
  return findProducts(text, tokenise(text), lexicon).some(({ certainty }) => certainty >= surelyMeant)
}
