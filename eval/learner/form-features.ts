// How a prompt is built, whatever it is about: length, numbers, rare words, options to choose from, sentences and the kind of question.
import type { Vocabulary } from '../../src/retrieval/vocabulary.ts'
import { wordSet } from '../../src/retrieval/word-list.ts'
import { mean } from '../figures.ts'

const log1p = Math.log1p
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
const flag = (holds: boolean): number => (holds ? 1 : 0)
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? []

function spread(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.filter(holds).length / (items.length || 1)
}

const relationWords = wordSet('each every per times twice half more less than remaining total if')
const negations = wordSet('not except never false incorrect')

function sizeAndSigns(text: string): number[] {
  const tokens = text.toLowerCase().match(/[a-z]+|\d+|[^\sa-z\d]/g) ?? []
  const letters = tokens.filter((token) => /^[a-z]/.test(token))
  const numbers = text.match(/\d+(?:\.\d+)?/g) ?? []
  const lines = text.split('\n')
  const optionLengths = lines.filter((line) => /^[A-J][.)] /.test(line)).map((line) => line.length)
  return [
    log1p(text.length),
    log1p(tokens.length),
    numbers.length / (1 + tokens.length),
    log1p(numbers.length),
    log1p(new Set(numbers).size),
    log1p(Math.max(0, ...numbers.slice(0, 50).map(Number))),
    flag(text.includes('%')),
    flag(text.includes('$')),
    flag(text.includes('/')),
    flag(numbers.some((number) => number.includes('.'))),
    log1p(text.split(/[.!?]\s/).length),
    log1p(lines.length),
    log1p(mean(optionLengths)),
    spread(optionLengths) / 50,
    mean(letters.map((word) => word.length)),
    new Set(letters).size / (1 + letters.length),
    count(text, /\p{Lu}/gu) / (1 + text.length),
    count(text, /[^\p{L}\p{N}\s]/gu) / (1 + text.length),
    log1p(count(text, /\?/g)),
    log1p(tokens.filter((token) => relationWords.has(token)).length),
    flag(tokens.some((token) => negations.has(token))),
    log1p(count(text, /[=^\\_{}<>+*]/g)),
    flag(text.includes('```') || text.includes('def ')),
  ]
}

// The vocabulary is ordered by how frequent its words are, so the place of a word in it tells how rare the word is.
function rarity(words: readonly string[], vocabulary: Vocabulary): number[] {
  const ranks = words.map((word) => Math.log(20 + (vocabulary.idOf(word) ?? vocabulary.size)))
  if (ranks.length === 0) ranks.push(Math.log(20))
  const rarest = ranks.toSorted((a, b) => b - a).slice(0, 5)
  const unknown = share(words, (word) => !vocabulary.has(word))
  const long = share(words, (word) => word.length >= 9)
  return [mean(ranks), spread(ranks), mean(rarest), unknown, long]
}

const optionStart = /^\(?[A-J][.):] /

function optionForm(text: string, stem: string, options: readonly string[]): number[] {
  const lower = text.toLowerCase()
  return [
    log1p(stem.length),
    log1p(options.length),
    share(options, (option) => /\d/.test(option)),
    log1p(mean(options.map((option) => count(option, /\S+/g)))),
    flag(['of the above', 'none of', 'both '].some((phrase) => lower.includes(phrase))),
    flag(text.includes('__')),
    flag(lower.includes('statement')),
  ]
}

function sentenceForm(sentences: readonly string[]): number[] {
  const lengths = sentences.map((sentence) => count(sentence, /\S+/g))
  return [log1p(lengths.at(-1) ?? 0), log1p(Math.max(0, ...lengths)), log1p(mean(lengths))]
}

const numberWords = wordSet(`one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty
  hundred thousand million dozen half twice double triple third quarter`)

function namesAndMarks(text: string, words: readonly string[], stem: string): number[] {
  const names = text.match(/(?<=[a-z,;] )[A-Z][a-z]+/g) ?? []
  return [
    log1p(names.length),
    log1p(new Set(names).size),
    log1p(words.filter((word) => numberWords.has(word)).length),
    log1p(count(text, /\\/g)),
    log1p(count(text, /\(/g)),
    log1p(count(text, /,/g)),
    log1p(count(text, /["“]/g)),
    log1p(count(text, /\b[A-Z]{2,}\b/g)),
    flag(stem.trim().endsWith('?')),
    log1p(count(text, /\d+\s*[/*+\-×^=]\s*\d+/g)),
    log1p(count(text, /\d/g)),
  ]
}

const questionWords = ['which', 'what', 'how', 'why', 'who', 'when', 'where', 'if', 'find', 'calculate', 'let', 'suppose']

function questionForm(firstWord: string | undefined, lastSentence: string): number[] {
  const asked = new Set(wordsOf(lastSentence)).add(firstWord ?? '')
  return questionWords.map((word) => flag(asked.has(word)))
}

export function formOf(text: string, vocabulary: Vocabulary): number[] {
  const lines = text.split('\n')
  const options = lines.filter((line) => optionStart.test(line)).map((line) => line.replace(optionStart, ''))
  const stem = lines.filter((line) => !optionStart.test(line)).join('\n')
  const sentences = stem.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.trim() !== '')
  const words = wordsOf(text)
  return [
    ...sizeAndSigns(text),
    ...rarity(words, vocabulary),
    ...optionForm(text, stem, options),
    ...sentenceForm(sentences),
    ...namesAndMarks(text, words, stem),
    ...questionForm(wordsOf(stem)[0], sentences.at(-1) ?? ''),
  ]
}

/** Brings every feature to the centre and spread that it has in the given rows; what lies far out is drawn in. */
export function fitScale(rows: readonly (readonly number[])[]): (row: readonly number[]) => Float64Array {
  const columns = rows[0]!.map((_, at) => rows.map((row) => row[at]!))
  const centres = columns.map(mean)
  const spreads = columns.map((column) => spread(column) + 1e-6)
  return (row) => Float64Array.from(row, (value, at) => Math.max(-3, Math.min(3, (value - centres[at]!) / spreads[at]!)))
}
