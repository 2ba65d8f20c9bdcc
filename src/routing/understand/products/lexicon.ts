import stored from '../../../../data/known-products.json' with { type: 'json' }
import elsewhere from '../../../../data/names-in-other-languages.json' with { type: 'json' }
import { once } from '../../../once.ts'
import { wordSet } from '../../../retrieval/word-list.ts'
import type { Reader } from '../reader/reader.ts'
import type { LexiconEntry } from '../types.ts'
import { isInDictionary } from '../words/dictionary.ts'
import { isEverydayWord } from '../words/everyday-words.ts'
import { addTo } from '../words/lists-by-key.ts'
import { isPlainWord } from '../words/plain-words.ts'
import { ideographic, normalise, tokenise } from '../words/tokens.ts'
import { cyrillicStem, letterSet, spellingKey } from './spelling.ts'

export type LexiconName = {
  name: string
  slugs: string[]
  words: string[]
  common: boolean
  /** Whether an entry of this name tells what shares are worth. */
  quotes: boolean
  /** Whether something is known about an entry of this name that does not come from its publisher. */
  vouched: boolean
  /** What the entries of this name do that the operator banned or left out; absent where there are none. */
  hidden?: readonly string[]
}

/** Whether this catalog has or had an entry of the name, so that the name is as well known as any of its own. */
export const isCatalogName = ({ slugs, hidden }: Pick<LexiconName, 'slugs' | 'hidden'>) => slugs.length > 0 || hidden !== undefined

/** The names that begin with a given word: the name that is just this word, and longer ones by their second word, longest first. */
export type NamesFrom = { alone?: LexiconName; bySecondWord: Map<string, LexiconName[]> }

export type SpelledName = { name: LexiconName; letters: number }

export type Senses = {
  /** The meaning of a text as a vector, from the same table that the search uses. */
  encode: (text: string) => Int8Array
  /** A slower second look at a text, for where the first one leaves a doubt. */
  reader: Reader
}

/** `runs` is keyed by this many first letters. */
export const runKeyLength = 2

/** What is known of words when a task is read: the names of products, and what words mean. */
export type ProductLexicon = Senses & {
  byFirstWord: Map<string, NamesFrom>
  /** One-word names fit for spelling repair, by length and first letter. */
  bySpelling: Map<string, SpelledName[]>
  /** Words of names in scripts without spaces, by their first letters, longest first. */
  runs: Map<string, string[]>
}

/**
 * Words for what a thing is, not which: a name made of nothing else cannot be told from ordinary speech. Bitcoin is a coin whose price is
 * asked for, before it is a chain that one works in.
 */
const kindWords = wordSet(`mcp server servers api sdk cli tool tools agent agents app apps bot client service services plugin integration
  search fetch query get list send swap bitcoin`)

const wordsOf = (label: string) => tokenise(label).map(({ norm }) => cyrillicStem(norm))

/** "Fireflies.ai" is Fireflies, but a booking is no Booking.com. */
function withoutDomain(word: string): string {
  const bare = word.replace(/\.(?:com|io|ai|app|so)$/, '')
  return isInDictionary(bare) || isCommon([bare]) ? word : bare
}

type Names = Map<string, LexiconName>
type Named = Pick<LexiconName, 'name' | 'vouched' | 'quotes'> & { slug: string }

function addName(names: Names, label: string, { name, slug, vouched, quotes }: Named): void {
  const words = wordsOf(label).map(withoutDomain)
  const key = words.join(' ')
  if (words.every((word) => kindWords.has(word)) || (key.length < 2 && key !== 'x')) return
  const known = names.get(key)
  if (known) {
    if (!known.slugs.includes(slug)) known.slugs.push(slug)
    known.vouched ||= vouched
    known.quotes ||= quotes
    return
  }
  names.set(key, { name, slugs: [slug], words, common: isCommon(words), quotes, vouched })
}

const isCommon = ([first = '', ...more]: readonly string[]) =>
  more.length === 0 && (isEverydayWord(first) || isPlainWord(first) || first.length <= 2)

/** `parts` are the words and all runs of them. */
type ProductName = { label: string; words: string[]; parts: string[] }

function productName(label: string): ProductName {
  const words = wordsOf(label)
  const parts = words.flatMap((_, from) => words.slice(from).map((__, more) => words.slice(from, from + more + 1).join(' ')))
  return { label, words, parts }
}

const listed = (names: string) => names.split('|').map(productName)

/**
 * Well-known products: `distinct` names are no words of a dictionary, `ordinary` ones are, and those `apart` bear the name of another product,
 * whose server does not reach them: "Zoho Desk" is not Zoho Books. A lexicon is built whenever the catalog changes, and there are many of them.
 */
const knownProducts = once(() => ({ distinct: listed(stored.names), ordinary: listed(stored.ordinary), apart: listed(stored.apart) }))

const isOfCatalog = (names: Names, name: string) => (names.get(name)?.slugs.length ?? 0) > 0

/** Adds a well-known product that no entry is named after. It has no slug, so no entry is taken for it. */
function addLacking(names: Names, { label, words }: ProductName, common: boolean): void {
  const name = words.join(' ')
  if (words.length > 0 && !isOfCatalog(names, name))
    names.set(name, { name: label, slugs: [], words, common, quotes: false, vouched: false })
}

/** "Stripe Tax" is part of Stripe, so it is left to that server. */
const isPartOfCatalog = (names: Names, { parts }: ProductName) => parts.some((part) => isOfCatalog(names, part))

function addKnown(names: Names): void {
  const { distinct, ordinary, apart } = knownProducts()
  for (const product of distinct) if (!isPartOfCatalog(names, product)) addLacking(names, product, false)
  for (const product of ordinary) if (!isPartOfCatalog(names, product)) addLacking(names, product, true)
  for (const product of apart) addLacking(names, product, false)
}

type Hidden = Pick<LexiconEntry, 'canonical_name' | 'capabilities'> & { aliases?: readonly string[] }

/** Adds the names of an entry that the operator banned or left out, except those that only say what it does and name no product. */
function addHidden(names: Names, { canonical_name, aliases = [], capabilities = [] }: Hidden): void {
  const name = withoutSuffix(withoutSuffix(canonical_name))
  const isOneWord = tokenise(name).length === 1 && !isUnvouched({ aliases, capabilities })
  const isNamed = isOneWord ? !kindWords.has(normalise(name)) : !isOrdinarySpeech(name)
  const others = aliases.filter((alias) => !isOrdinarySpeech(alias) && !isCommon(wordsOf(alias)))
  for (const product of (isNamed ? [name, ...others] : others).map(productName)) {
    const key = product.words.join(' ')
    const known = names.get(key)?.hidden
    if (!known && !isPartOfCatalog(names, product)) addLacking(names, product, isCommon(product.words))
    const lacking = names.get(key)
    if (lacking?.slugs.length === 0) lacking.hidden = [...(known ?? []), ...capabilities]
  }
}

/** "Google Maps MCP Server" is known as "Google Maps" as well. */
function withoutSuffix(label: string): string {
  return label.replace(/\s+(?:\(.*\)|mcp(?: server)?|server|api|integration|connector)\s*$/i, '').trim()
}

/** "SQL Server" and "Language Server" lose their meaning with their last word. */
function isGeneric(short: string): boolean {
  const word = normalise(short)
  return word === 'sql' || isPlainWord(word)
}

const quoting = new Set(['market-data', 'trading'])

type Voucher = Pick<LexiconEntry, 'capabilities' | 'origin' | 'status'> & { aliases: readonly string[] }

/** Whether nobody but its publisher says anything about an entry: the operator vouches for what they add or release. */
export const isUnvouched = ({ aliases, capabilities = [], origin, status }: Voucher) =>
  aliases.length === 0 && capabilities.length === 0 && !(status === 'active' && origin !== 'seed')

/** Whether a name is made of ordinary words alone: "Weather Forecast" says what an entry does and names no product. */
function isOrdinarySpeech(label: string): boolean {
  return tokenise(label.replaceAll(/[_-]/g, ' ')).every(({ norm }) => kindWords.has(norm) || isPlainWord(norm))
}

/** `hidden` are entries whose products are known here although none of `entries` is for them. */
export function buildLexicon(entries: readonly LexiconEntry[], senses: Senses, hidden: readonly Hidden[] = []): ProductLexicon {
  const names = new Map<string, LexiconName>()
  for (const entry of entries) {
    const vouched = !isUnvouched(entry)
    const quotes = entry.capabilities?.some((capability) => quoting.has(capability)) ?? false
    for (const label of [entry.canonical_name, ...entry.aliases]) {
      if (!vouched && isOrdinarySpeech(label)) continue
      addName(names, label, { name: label, slug: entry.slug, vouched, quotes })
      const short = withoutSuffix(withoutSuffix(label))
      if (short && normalise(short) !== normalise(label) && !isGeneric(short)) {
        addName(names, short, { name: short, slug: entry.slug, vouched, quotes })
      }
    }
  }
  const formsElsewhere = Object.entries(elsewhere).flatMap(([label, forms]) => addElsewhere(names, label, forms.split('|')))
  addKnown(names)
  for (const entry of hidden) addHidden(names, entry)
  const labels = [...entries.flatMap(({ canonical_name, aliases }) => [canonical_name, ...aliases]), ...formsElsewhere]
  const byFirstWord = new Map<string, NamesFrom>()
  const bySpelling = new Map<string, SpelledName[]>()
  for (const name of names.values()) {
    const first = name.words[0]!
    addFrom(byFirstWord, name)
    if (name.words.length === 1 && first.length >= 5 && !isPlainWord(first) && name.slugs.length > 0) {
      addTo(bySpelling, spellingKey(first.length, first[0]!), { name, letters: letterSet(first) })
    }
  }
  for (const { bySecondWord } of byFirstWord.values()) {
    for (const list of bySecondWord.values()) list.sort((a, b) => b.words.length - a.words.length)
  }
  return { ...senses, byFirstWord, bySpelling, runs: runsOf(labels) }
}

/** Adds what a product of the catalog is called in other languages and scripts; returns what was added. */
function addElsewhere(names: Names, label: string, forms: readonly string[]): readonly string[] {
  const known = names.get(wordsOf(label).join(' '))
  if (!known) return []
  for (const form of forms) for (const slug of known.slugs) addName(names, form, { ...known, slug })
  return forms
}

function runsOf(labels: readonly string[]): Map<string, string[]> {
  const runs = new Map<string, string[]>()
  const words = new Set(labels.flatMap((label) => tokenise(label).map(({ raw }) => raw)))
  for (const word of words) if (ideographic.test(word)) addTo(runs, word.slice(0, runKeyLength), word)
  for (const list of runs.values()) list.sort((a, b) => b.length - a.length)
  return runs
}

function addFrom(starts: Map<string, NamesFrom>, name: LexiconName): void {
  const [first = '', second] = name.words
  const names: NamesFrom = starts.get(first) ?? { bySecondWord: new Map() }
  starts.set(first, names)
  if (second === undefined) names.alone = name
  else addTo(names.bySecondWord, second, name)
}
