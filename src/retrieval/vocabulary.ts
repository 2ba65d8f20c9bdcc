import { wordSet } from './word-list.ts'
import { splitWords } from './words.ts'

/** Token texts by rank of frequency: plain words, word beginnings, `##` continuations and `two words` phrases. */
export type Vocabulary = {
  size: number
  idOf: (token: string) => number | undefined
  has: (word: string) => boolean
  /** Whether some phrase of the vocabulary begins with this word. */
  startsPhrase: (word: string) => boolean
}

const maxPieces = 12
const shortestSegment = 3
const longestSegment = 16

export function createVocabulary(tokens: string[]): Vocabulary {
  const ids = new Map(tokens.map((token, id) => [token, id]))
  const starts = new Set(tokens.flatMap((token) => (token.includes(' ') ? token.slice(0, token.indexOf(' ')) : [])))
  return { size: tokens.length, idOf: (token) => ids.get(token), has: (word) => ids.has(word), startsPhrase: (word) => starts.has(word) }
}

/** The token ids of a text: phrases first, then whole words, then the longest pieces. */
export function tokenIds(vocabulary: Vocabulary, text: string): number[] {
  const words: string[] = []
  for (const { joined, parts } of splitWords(text)) {
    if (parts.length === 0 || vocabulary.has(joined)) words.push(joined)
    else words.push(...parts)
  }
  const ids: number[] = []
  for (let at = 0; at < words.length; at++) {
    const phrase =
      at + 1 < words.length && vocabulary.startsPhrase(words[at]!) ? vocabulary.idOf(`${words[at]} ${words[at + 1]}`) : undefined
    if (phrase !== undefined) {
      ids.push(phrase)
      at++
    } else pushPieces(vocabulary, words[at]!, ids)
  }
  return ids
}

function pushPieces(vocabulary: Vocabulary, word: string, ids: number[]): void {
  const whole = vocabulary.idOf(word)
  if (whole !== undefined) {
    ids.push(whole)
    return
  }
  const segments = segment(vocabulary, word)
  if (segments.length > 1) {
    for (const part of segments) ids.push(vocabulary.idOf(part)!)
    return
  }
  const start = ids.length
  for (let from = 0; from < word.length && ids.length - start < maxPieces; ) {
    let to = word.length
    let id: number | undefined
    for (; to > from; to--) {
      const piece = word.slice(from, to)
      id = vocabulary.idOf(from === 0 ? piece : `##${piece}`)
      if (id !== undefined) break
    }
    if (id === undefined) from++
    else {
      ids.push(id)
      from = to
    }
  }
}

/** Splits a run-together word ("getcountriesbycontinent") into known words, the likeliest way; [] when there is none. */
export function segment(vocabulary: Vocabulary, word: string): string[] {
  if (word.length < 2 * shortestSegment || word.length > 40 || !/^[a-z]+$/.test(word)) return []
  const cost = new Float64Array(word.length + 1).fill(Number.POSITIVE_INFINITY)
  const from = new Int32Array(word.length + 1)
  cost[0] = 0
  for (let end = 2; end <= word.length; end++) {
    for (let start = Math.max(0, end - longestSegment); start <= end - 2; start++) {
      if (cost[start] === Number.POSITIVE_INFINITY) continue
      const part = word.slice(start, end)
      if (part.length < shortestSegment && !shortParts.has(part)) continue
      const rank = vocabulary.idOf(part)
      if (rank === undefined) continue
      const total = cost[start]! + Math.log(rank + 20) + 2
      if (total < cost[end]!) {
        cost[end] = total
        from[end] = start
      }
    }
  }
  if (cost[word.length] === Number.POSITIVE_INFINITY) return []
  const parts: string[] = []
  for (let end = word.length; end > 0; end = from[end]!) parts.unshift(word.slice(from[end]!, end))
  return parts
}

const shortParts = wordSet('by to of in on is id ai ip my up no go js db ui tv qr')
