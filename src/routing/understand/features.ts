import { findCues } from './cues.ts'
import { withoutGivenText } from './given-text.ts'
import type { ProductLexicon } from './lexicon.ts'
import { findProducts } from './products.ts'
import { ideographic, type Token, tokenise } from './tokens.ts'
import type { ProductMention } from './types.ts'

export type Features = { indices: Int32Array; values: Float32Array }

export const featureBits = 16
const featureMask = (1 << featureBits) - 1
const cueValue = 0.3
const readCharacters = 1400

/** FNV-1a, folded to the table size. */
export function hashFeature(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) & featureMask
}

/** Long tasks carry their instruction at one end, so the middle is not read. */
export function readablePart(text: string): string {
  return text.length <= readCharacters ? text : `${text.slice(0, 1000)}\n${text.slice(-400)}`
}

function wordClass(token: Token, productStarts: Set<number>): string {
  if (productStarts.has(token.start)) return '<product>'
  if (/^[\d.,:/-]+(?:am|pm|st|nd|rd|th|k|m|%)?$/.test(token.norm)) return token.norm.length > 4 ? '<long>' : '<num>'
  if (/\d/.test(token.norm)) return '<code>'
  if (token.norm.includes('@')) return '<email>'
  return token.norm
}

function wordFeatures(words: string[]): string[] {
  const features: string[] = []
  words.forEach((word, i) => {
    features.push(`w:${word}`)
    if (i > 0) features.push(`b:${words[i - 1]} ${word}`)
    if (i > 1) features.push(`s:${words[i - 2]} ${word}`)
  })
  features.push(`f:${words[0] ?? ''}`, `g:${words.slice(0, 2).join(' ')}`, `h:${words.slice(0, 3).join(' ')}`)
  return features
}

function characterFeatures(words: string[]): string[] {
  const features: string[] = []
  for (const word of words) {
    if (word.startsWith('<')) continue
    if (ideographic.test(word)) {
      for (let i = 0; i < word.length; i++) features.push(`i:${word[i]}`, `i:${word.slice(i, i + 2)}`, `i:${word.slice(i, i + 3)}`)
      continue
    }
    if (word.length < 4) continue
    const padded = `^${word}$`
    for (let i = 0; i + 4 <= padded.length; i++) features.push(`c:${padded.slice(i, i + 4)}`)
    features.push(`p:${word.slice(0, 5)}`)
  }
  return features
}

export type Reading = { text: string; tokens: Token[]; products: ProductMention[] }

/** What the models look at: the readable part, with given text left out of the words but not of the cues. */
export function readTask(task: string, lexicon: ProductLexicon): Reading {
  const text = readablePart(task)
  const instruction = withoutGivenText(text)
  const tokens = tokenise(instruction)
  return { text, tokens, products: findProducts(instruction, tokens, lexicon) }
}

/** Hashed word and character n-grams, each group scaled to unit length, beside the hand-made cues. */
export function extractFeatures({ text, tokens, products }: Reading): Features {
  const starts = new Set(products.filter((product) => product.certainty >= 0.5).map((product) => product.start))
  const words = tokens.slice(0, 220).map((token) => wordClass(token, starts))
  const groups: [string[], number][] = [
    [wordFeatures(words), 1.3],
    [characterFeatures(words), 0.8],
    [findCues(text, tokens, products).map((cue) => `q:${cue}`), 0],
  ]
  const sums = new Map<number, number>()
  for (const [names, weight] of groups) {
    const distinct = new Set(names)
    const value = weight === 0 ? cueValue : weight / Math.sqrt(Math.max(6, distinct.size))
    for (const name of distinct) {
      const index = hashFeature(name)
      sums.set(index, (sums.get(index) ?? 0) + value)
    }
  }
  return { indices: Int32Array.from(sums.keys()), values: Float32Array.from(sums.values()) }
}
