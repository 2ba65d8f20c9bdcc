import { isInDictionary } from '../words/dictionary.ts'
import { isPlainWord } from '../words/plain-words.ts'
import type { Token } from '../words/tokens.ts'
import { casesOf } from './case-endings.ts'
import type { LexiconName, NamesFrom, ProductLexicon } from './lexicon.ts'
import { bareForms } from './spelling.ts'

export type Spoken = { name: LexiconName; last: number }

/** A name's further words may also stand there without their plural ("a Google Sheet" is one of Google Sheets) or in another case. */
function laterForms(token: Token | undefined): string[] {
  return token ? [...bareForms(token.norm), `${token.norm}s`, ...casesOf(token.norm).map(({ stem }) => stem)] : []
}

/** "Canvas" is no plural of Canva, and whoever buys slacks or meets on Mondays speaks of no product. */
function formsOf(norm: string): string[] {
  if (isPlainWord(norm)) return [norm]
  return bareForms(norm).filter((form) => `${form}s` !== norm || !isInDictionary(form))
}

/** The longest product name that stands at a token, whether or not the product is meant by it. */
export function nameAt(tokens: readonly Token[], at: number, lexicon: ProductLexicon): Spoken | undefined {
  const { norm } = tokens[at]!
  for (const form of formsOf(norm)) {
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
