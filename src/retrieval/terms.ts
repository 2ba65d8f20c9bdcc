import { segment, type Vocabulary } from './vocabulary.ts'
import { selfPraise, splitWords, stem, stopWords, type Word } from './words.ts'

export type Term = { term: string; weight: number }

const shortestRunTogether = 8
const partWeight = 0.7
const phraseWeight = 0.4
const numberWeight = 0.3
const maxQueryTerms = 64
const repeatCap = 2
const onlyDigits = /^\d+$/

const isIdle = (word: string) => stopWords.has(word) || selfPraise.has(word)

/**
 * The parts of a word that count in addition to it: "getCountriesByContinent" and "getcountriesbycontinent" are found by
 * "continent", but "GitHub", being a word of its own, not by "hub".
 */
function partsOf(vocabulary: Vocabulary, { joined, parts }: Word): string[] {
  if (vocabulary.has(joined)) return []
  if (parts.length > 0) return parts
  return joined.length >= shortestRunTogether ? segment(vocabulary, joined) : []
}

/** The stems of a text, of the parts of its words, and each two neighbours as a phrase; each with what it weighs in a task. */
function readTerms(vocabulary: Vocabulary, text: string, take: (term: string, weight: number) => void): void {
  let before = ''
  for (const word of splitWords(text)) {
    const idle = isIdle(word.joined)
    const term = idle ? '' : stem(word.joined)
    if (!idle) take(term, onlyDigits.test(term) ? numberWeight : 1)
    if (before && term) take(`${before} ${term}`, phraseWeight)
    before = term
    for (const part of partsOf(vocabulary, word)) if (!isIdle(part)) take(stem(part), partWeight)
  }
}

export function termsOf(vocabulary: Vocabulary, text: string): string[] {
  const terms: string[] = []
  readTerms(vocabulary, text, (term) => terms.push(term))
  return terms
}

/** The terms of a task with their weights; only the weightiest of a long task are kept. */
export function queryTermsOf(vocabulary: Vocabulary, text: string): Term[] {
  const found = new Map<string, { weight: number; count: number }>()
  readTerms(vocabulary, text, (term, weight) => {
    const known = found.get(term)
    found.set(term, { weight: Math.max(weight, known?.weight ?? 0), count: (known?.count ?? 0) + 1 })
  })
  const terms = [...found].map(([term, { weight, count }]) => ({ term, weight: weight * Math.sqrt(Math.min(repeatCap, count)) }))
  return terms.length <= maxQueryTerms ? terms : terms.sort((a, b) => b.weight - a.weight).slice(0, maxQueryTerms)
}
