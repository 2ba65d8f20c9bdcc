import { once } from '../../../once.ts'
import { wordSet } from '../../../retrieval/word-list.ts'
import { withoutElision } from '../../../retrieval/words.ts'
import { isInDictionary } from '../words/dictionary.ts'
import { guessLanguage, isSpokenIn } from '../words/language.ts'
import { isPlainWord } from '../words/plain-words.ts'
import { ideographic, isCapitalised, isSlug, normalise, type Token, tokenise } from '../words/tokens.ts'
import { casesOf, isCaseEnding } from './case-endings.ts'
import { type LexiconName, type ProductLexicon, runKeyLength } from './lexicon.ts'
import { nameAt } from './name-at.ts'

/**
 * Splits the words that contain a product's name and something else, so that the name is a token of its own: "Jira-Ticket", "d'Odoo",
 * "Slack'te", "Slackissa", "スラックに投稿", "בטרלו".
 */
export function withNamesOpened(tokens: readonly Token[], lexicon: ProductLexicon): Token[] {
  const language = once(() => guessLanguage(wordsIn(tokens).join(' ')))
  const isInflecting = once(() => inflectsNames(tokens, language()))
  return tokens.flatMap((token, at) => {
    if (lexicon.byFirstWord.has(token.norm)) return [token]
    if (ideographic.test(token.raw)) return namesInRun(token, lexicon)
    return (
      openedCompound(token, lexicon) ??
      openedAtApostrophe(token, lexicon) ??
      withoutPrefix(tokens, at, lexicon) ??
      openedBeginning(token, lexicon, language) ??
      withoutEnding(token, at === 0, lexicon, isInflecting) ?? [token]
    )
  })
}

const wordsIn = (tokens: readonly Token[]) => tokens.map(({ raw }) => raw.toLowerCase())

const part = ({ raw, start }: Token, from: number, to: number = raw.length): Token => {
  const said = raw.slice(from, to)
  return { raw: said, norm: normalise(said), start: start + from, end: start + to }
}

/** A "Typeform-like survey" is another's. */
const likened = /-(?:like|style|esque|inspired)$/i

/** "Jira-Ticket", "Power-BI-Datensatz"; but "line-ups" has nothing to do with LINE. */
function openedCompound(token: Token, lexicon: ProductLexicon): Token[] | undefined {
  if (!token.raw.includes('-') || isSlug(token.norm) || likened.test(token.raw)) return undefined
  const words = tokenise(token.raw.replaceAll('-', ' ')).map((word) => part(token, word.start, word.end))
  const spoken = words[0] && nameAt(words, 0, lexicon)
  return spoken && (!spoken.name.common || isCapitalised(token.raw)) ? words : undefined
}

/** An article before the apostrophe ("l'Airtable") or a case ending after it ("Slack'te"). */
function openedAtApostrophe(token: Token, lexicon: ProductLexicon): Token[] | undefined {
  const at = token.raw.search(/['’]/)
  if (at <= 0) return undefined
  const elided = token.raw.length - withoutElision(token.raw).length
  if (elided === 0 && !isCaseEnding(token.norm.slice(at + 1))) return undefined
  const said = elided > 0 ? part(token, elided) : part(token, 0, at)
  return nameAt([said], 0, lexicon) ? [said] : undefined
}

const longestName = 4
const prefixes = /^(?:ו?(?:ב|ל|מ|ה|ש|כ)ה?|و?(?:ال|لل|بال|ب|ل))(?=\p{L}{3})/u

/** Hebrew and Arabic write prepositions and articles together with the word after them. */
function withoutPrefix(tokens: readonly Token[], at: number, lexicon: ProductLexicon): Token[] | undefined {
  const prefix = prefixes.exec(tokens[at]!.raw)?.[0]
  if (prefix === undefined) return undefined
  const said = part(tokens[at]!, prefix.length)
  return nameAt([said, ...tokens.slice(at + 1, at + longestName)], 0, lexicon) ? [said] : undefined
}

const joining = new Set(['de', 'nl', 'sv', 'da', 'fi'])
const shortestBeginning = 5
const shortestRest = 3

/** "Trellotavlan", "dropboxmap": some languages join a name and the noun after it. */
function openedBeginning(token: Token, lexicon: ProductLexicon, language: () => string): Token[] | undefined {
  const { norm, raw } = token
  if (norm.length < shortestBeginning + shortestRest || !/^\p{L}+$/u.test(raw) || isPlainWord(norm)) return undefined
  for (let length = norm.length - shortestRest; length >= shortestBeginning; length--) {
    const name = nameOf(norm.slice(0, length), lexicon)
    if (!name || name.common || !joining.has(language())) continue
    return [part(token, 0, length), part(token, length)]
  }
  return undefined
}

/** Languages that do not inflect names. */
const uninflecting = new Set(['de', 'fr', 'es', 'pt', 'it', 'nl', 'sv', 'da', 'vi'])
const mostEnglish = 0.6

/** Whether names may carry case endings here. Not every such language is recognised; in those, few words are English. */
function inflectsNames(tokens: readonly Token[], language: string): boolean {
  if (language !== 'en') return !uninflecting.has(language) || !isSpokenIn(language, wordsIn(tokens))
  const words = tokens.filter(({ norm }) => /^[a-z]{2,}$/.test(norm))
  const english = words.filter(({ norm }) => isPlainWord(norm) || isInDictionary(norm))
  return english.length < words.length * mostEnglish
}

const shortestName = 4
/** Slavic case endings that replace a final "a": Jira, "w Jirze". */
const insteadOfA = wordSet('e i u y ze ie ou')

function withoutEnding(token: Token, opens: boolean, lexicon: ProductLexicon, isInflecting: () => boolean): Token[] | undefined {
  const { norm, raw } = token
  if (norm.length < shortestName || !/^[a-z]+$/.test(norm) || isPlainWord(norm)) return undefined
  for (const { stem, ending } of casesOf(norm)) {
    const name = nameOf(stem, lexicon) ?? (insteadOfA.has(ending) ? nameOf(`${stem}a`, lexicon) : undefined)
    if (!name || (name.common && (opens || !isCapitalised(raw))) || !isInflecting()) continue
    return [{ ...token, norm: name.words[0]! }]
  }
  return undefined
}

function nameOf(word: string, { byFirstWord }: ProductLexicon): LexiconName | undefined {
  return word.length < shortestName ? undefined : byFirstWord.get(word)?.alone
}

const katakana = /[\p{Script=Katakana}ー]/u
const hangul = /\p{Script=Hangul}/u

/** Chinese, Japanese, Korean and Thai put no space between a name and what follows. */
function namesInRun(token: Token, { runs }: ProductLexicon): Token[] {
  const { raw } = token
  const parts: Token[] = []
  let from = 0
  for (let at = 0; at < raw.length; at++) {
    const name = runs.get(raw.slice(at, at + runKeyLength))?.find((known) => raw.startsWith(known, at) && standsApart(raw, at, known))
    if (name === undefined) continue
    if (at > from) parts.push(part(token, from, at))
    parts.push(part(token, at, at + name.length))
    from = at + name.length
    at = from - 1
  }
  if (from === 0) return [token]
  return from < raw.length ? [...parts, part(token, from)] : parts
}

/** "スラックス" (trousers) is not "スラック", and a Korean name begins its word. */
function standsApart(raw: string, at: number, name: string): boolean {
  const [before, after] = [raw[at - 1] ?? '', raw[at + name.length] ?? '']
  if (katakana.test(name[0]!) && katakana.test(before)) return false
  if (katakana.test(name.at(-1)!) && katakana.test(after)) return false
  return !(hangul.test(name[0]!) && hangul.test(before))
}
