import type { Encoder } from './encoder.ts'
import { segment } from './vocabulary.ts'
import { SELF_PRAISE, STOP_WORDS, splitWords, stem } from './words.ts'

const SHORTEST_RUN_TOGETHER = 8

/**
 * The index terms of a text. A camelCase or run-together word counts whole and, unless it is a word of its own
 * ("GitHub"), in its parts too, so that "getCountriesByContinent" is found by "continent".
 */
export function termsOf(encoder: Encoder, text: string): string[] {
  const { vocabulary } = encoder
  const terms: string[] = []
  const push = (word: string) => {
    if (!STOP_WORDS.has(word) && !SELF_PRAISE.has(word)) terms.push(stem(word))
  }
  for (const { joined, parts } of splitWords(text)) {
    push(joined)
    if (vocabulary.has(joined)) continue
    if (parts.length > 0) parts.forEach(push)
    else if (joined.length >= SHORTEST_RUN_TOGETHER) {
      const segments = segment(vocabulary, joined)
      if (segments.length > 1) segments.forEach(push)
    }
  }
  return terms
}

export type QueryTerm = { term: string; weight: number }

const MAX_QUERY_TERMS = 48
const NUMBER_WEIGHT = 0.3
const REPEAT_CAP = 2

/** The terms of a task, each with how much it says; only the weightiest of a long task are kept. */
export function queryTermsOf(encoder: Encoder, text: string): QueryTerm[] {
  const weights = new Map<string, { weight: number; count: number }>()
  const push = (word: string, share: number) => {
    if (STOP_WORDS.has(word) || SELF_PRAISE.has(word)) return
    const weight = share * (/^\d+$/.test(word) ? NUMBER_WEIGHT : Math.min(1.5, encoder.importance(word)))
    const term = stem(word)
    const known = weights.get(term)
    weights.set(term, { weight: Math.max(weight, known?.weight ?? 0), count: (known?.count ?? 0) + 1 })
  }
  for (const { joined, parts } of splitWords(text)) {
    push(joined, 1)
    if (encoder.vocabulary.has(joined)) continue
    for (const part of parts.length > 0 ? parts : segment(encoder.vocabulary, joined)) push(part, 0.7)
  }
  const terms = [...weights].map(([term, { weight, count }]) => ({ term, weight: weight * Math.sqrt(Math.min(REPEAT_CAP, count)) }))
  if (terms.length <= MAX_QUERY_TERMS) return terms
  return terms.sort((a, b) => b.weight - a.weight).slice(0, MAX_QUERY_TERMS)
}
