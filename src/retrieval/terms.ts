import { segment, type Vocabulary } from './vocabulary.ts'
import { SELF_PRAISE, STOP_WORDS, splitWords, stem, type Word } from './words.ts'

export type Term = { term: string; weight: number }

const SHORTEST_RUN_TOGETHER = 8
const PART_WEIGHT = 0.7
const PHRASE_WEIGHT = 0.4
const NUMBER_WEIGHT = 0.3
const MAX_QUERY_TERMS = 64
const REPEAT_CAP = 2

const isIdle = (word: string) => STOP_WORDS.has(word) || SELF_PRAISE.has(word)

/**
 * The parts of a word that count beside it: "getCountriesByContinent" and "getcountriesbycontinent" are found by
 * "continent", but "GitHub", being a word of its own, not by "hub".
 */
function partsOf(vocabulary: Vocabulary, { joined, parts }: Word): string[] {
  if (vocabulary.has(joined)) return []
  if (parts.length > 0) return parts
  return joined.length >= SHORTEST_RUN_TOGETHER ? segment(vocabulary, joined) : []
}

/** The stems of a text, and each two neighbours as a phrase. */
export function termsOf(vocabulary: Vocabulary, text: string): string[] {
  const terms: string[] = []
  let before = ''
  for (const word of splitWords(text)) {
    const idle = isIdle(word.joined)
    const term = idle ? '' : stem(word.joined)
    if (!idle) terms.push(term)
    if (before && term) terms.push(`${before} ${term}`)
    before = term
    for (const part of partsOf(vocabulary, word)) if (!isIdle(part)) terms.push(stem(part))
  }
  return terms
}

/** The terms of a task with their weights; only the weightiest of a long task are kept. */
export function queryTermsOf(vocabulary: Vocabulary, text: string): Term[] {
  const found = new Map<string, { weight: number; count: number }>()
  const push = (term: string, weight: number) => {
    const known = found.get(term)
    found.set(term, { weight: Math.max(weight, known?.weight ?? 0), count: (known?.count ?? 0) + 1 })
  }
  let before = ''
  for (const word of splitWords(text)) {
    const idle = isIdle(word.joined)
    const term = idle ? '' : stem(word.joined)
    if (!idle) push(term, /^\d+$/.test(term) ? NUMBER_WEIGHT : 1)
    if (before && term) push(`${before} ${term}`, PHRASE_WEIGHT)
    before = term
    for (const part of partsOf(vocabulary, word)) if (!isIdle(part)) push(stem(part), PART_WEIGHT)
  }
  const terms = [...found].map(([term, { weight, count }]) => ({ term, weight: weight * Math.sqrt(Math.min(REPEAT_CAP, count)) }))
  return terms.length <= MAX_QUERY_TERMS ? terms : terms.sort((a, b) => b.weight - a.weight).slice(0, MAX_QUERY_TERMS)
}
