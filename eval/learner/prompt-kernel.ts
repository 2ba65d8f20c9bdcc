// How alike prompts are: shared words and characters, topic, place in the token table, and form.
import type { TokenTable } from '../../src/retrieval/encoder.ts'
import { fitScale, formOf } from './form-features.ts'
import { indexRows } from './row-index.ts'
import { fitTableSpace } from './table-space.ts'
import { characterRow, inverseDocumentFrequencies, type SparseRow, weighRow, wordRow } from './text-features.ts'
import { learnTopics, placeInTopics } from './topic-space.ts'

const kernelWeights = { words: 0.15, characters: 0.15, topic: 0.1, table: 0.2, form: 0.4 }

type Encoded = {
  words: SparseRow
  characters: SparseRow
  topic: Float64Array
  table: Float64Array
  form: Float64Array
}

function fitEncoder(labelled: readonly string[], unlabelled: readonly string[], table: TokenTable): (prompt: string) => Encoded {
  const all = [...labelled, ...unlabelled]
  const wordIdf = inverseDocumentFrequencies(labelled.map(wordRow))
  const characterIdf = inverseDocumentFrequencies(labelled.map(characterRow))
  const allWords = all.map(wordRow)
  const topicIdf = inverseDocumentFrequencies(allWords)
  const topics = learnTopics(allWords.map((row) => weighRow(row, topicIdf)))
  const placeInTable = fitTableSpace(table, all)
  const scaleForm = fitScale(labelled.map((prompt) => formOf(prompt, table.vocabulary)))
  return (prompt) => {
    const words = wordRow(prompt)
    return {
      words: weighRow(words, wordIdf),
      characters: weighRow(characterRow(prompt), characterIdf),
      topic: placeInTopics(weighRow(words, topicIdf), topics),
      table: placeInTable(prompt),
      form: scaleForm(formOf(prompt, table.vocabulary)),
    }
  }
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  let distance = 0
  for (let at = 0; at < a.length; at++) {
    const gap = a[at]! - b[at]!
    distance += gap * gap
  }
  return distance
}

function denseLikeness(a: Encoded, b: Encoded): number {
  return (
    kernelWeights.topic * Math.exp(-squaredDistance(a.topic, b.topic)) +
    kernelWeights.table * Math.exp(-squaredDistance(a.table, b.table)) +
    kernelWeights.form * Math.exp(-squaredDistance(a.form, b.form) / a.form.length)
  )
}

/** How alike a prompt is to each labelled one, in their order: 1 for the same text. */
export type Likeness = (prompt: string) => Float64Array

export function fitLikeness(labelled: readonly string[], unlabelled: readonly string[], table: TokenTable): Likeness {
  const encode = fitEncoder(labelled, unlabelled, table)
  const rows = labelled.map(encode)
  const addWords = indexRows(rows.map((row) => row.words))
  const addCharacters = indexRows(rows.map((row) => row.characters))
  return (prompt) => {
    const encoded = encode(prompt)
    const sums = Float64Array.from(rows, (row) => denseLikeness(encoded, row))
    addWords(encoded.words, kernelWeights.words, sums)
    addCharacters(encoded.characters, kernelWeights.characters, sums)
    // With the square, prompts that are alike in several ways at once count for more than the sum of the ways.
    return sums.map((sum) => (sum + sum * sum) / 2)
  }
}
