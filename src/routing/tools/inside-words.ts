import type { CatalogEntry } from '../../catalog/schema.ts'
import { oncePer } from '../../once.ts'
import { isInDictionary } from '../understand/words/dictionary.ts'
import { normalise } from '../understand/words/tokens.ts'
import { productName } from './products/named.ts'

/** The name of an entry, and what other forms of the word keep of it. */
const nameOf = oncePer((entry: CatalogEntry) => {
  const name = productName(entry)
  return { name, kept: name.replace(/[ey]$/, ''), isOneWord: oneWord.test(name) }
})
const oneWord = /^[a-z]{4,}$/

/**
 * Whether an English text has the name of an entry only inside of other words: "striped" and "pinstripe" have nothing to do with Stripe,
 * though the search, which goes by stems and parts of words, finds it.
 */
export function createInsideWords(text: string, language: string): (entry: CatalogEntry) => boolean {
  if (language !== 'en') return () => false
  const said = normalise(text)
  const words = new Set(said.match(/[a-z]+/g))
  return (entry) => {
    const { name, kept, isOneWord } = nameOf(entry)
    if (!isOneWord || !said.includes(kept) || words.has(name)) return false
    return [...words].some((word) => word.includes(kept) && isInDictionary(word))
  }
}
