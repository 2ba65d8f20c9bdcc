import type { CatalogEntry } from '../../../catalog/schema.ts'
import { oncePer } from '../../../once.ts'
import { normalise } from '../../understand/words/tokens.ts'
import { productName } from './named.ts'

type Told = { names: readonly string[]; titles: readonly string[]; aliases: ReadonlySet<string>; description: string }

const shortestName = 3

/** What an entry says of itself, in whole words. */
const toldOf = oncePer((entry: CatalogEntry): Told => {
  const { canonical_name, slug, description } = entry
  const aliases = entry.aliases.map(inWords)
  const names = [inWords(productName(entry)), ...aliases].filter((name) => name.trim().length >= shortestName)
  return { names, titles: [inWords(canonical_name), inWords(slug)], aliases: new Set(aliases), description: inWords(description) }
})

/** A text as words with a space on each side, so that a part of a word never matches. */
export const inWords = (text: string) =>
  ` ${normalise(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Another server that has the name of the first one's product. */
export function bearsSameName(first: CatalogEntry, other: CatalogEntry): boolean {
  const { titles, aliases } = toldOf(other)
  return toldOf(first).names.some((name) => aliases.has(name) || titles.some((title) => title.includes(name)))
}

/**
 * Another server of the kind that says it works with the first one's product. What a maker says of its own server is
 * about its own product, which only resembles the one it names.
 */
export function saysItWorksWith(first: CatalogEntry, other: CatalogEntry): boolean {
  const [main = ''] = first.capabilities
  if (other.official || !other.capabilities.includes(main)) return false
  const { description } = toldOf(other)
  return toldOf(first).names.some((name) => description.includes(name))
}
