import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { once } from '../once.ts'
import { createRecent } from '../recent.ts'
import { createEncoder, type Encoder, encodedLength, type TokenTable, vectorDimensions } from '../retrieval/encoder.ts'
import { createVocabulary } from '../retrieval/vocabulary.ts'
import { wordBuckets } from '../retrieval/word-buckets.ts'
import type { Senses } from '../routing/understand/products/lexicon.ts'
import { createReader, type Reader, type ReaderLayout } from '../routing/understand/reader/reader.ts'

const weightsFolder = fileURLToPath(new URL('../../data/weights/', import.meta.url))

/** The token table that training/ makes, read once per process. */
export const loadWeights = once(() => readWeights(weightsFolder))

function readWeights(folder: string): TokenTable {
  const vocabulary = createVocabulary(readFileSync(join(folder, 'vocabulary.txt'), 'utf8').split('\n'))
  const table = readFileSync(join(folder, 'table.i8'))
  const scales = readFileSync(join(folder, 'scales.f32'))
  const references = readFileSync(join(folder, 'references.i8'))
  if (table.length !== vocabulary.size * vectorDimensions || scales.length !== vocabulary.size * 4) {
    throw new Error(`The weights in ${folder} do not fit together: make them again with training/.`)
  }
  return {
    vocabulary,
    rows: new Int8Array(table.buffer, table.byteOffset, table.length),
    scales: new Float32Array(scales.buffer.slice(scales.byteOffset, scales.byteOffset + scales.length)),
    references: Array.from({ length: references.length / vectorDimensions }, (_, at) =>
      Int8Array.from(new Int8Array(references.buffer, references.byteOffset + at * vectorDimensions, vectorDimensions)),
    ),
  }
}

const mostRecent = 500

/**
 * Vectors of texts by the shipped table, which is read when the first one is asked for. A task is encoded to be understood, to
 * find what was learned about it and to be remembered, so the latest vectors are kept.
 */
export function lazyEncoder(): Encoder['encode'] {
  const encoder = once(() => createEncoder(loadWeights()))
  const recent = createRecent<Int8Array>(mostRecent)
  return (text) => recent.getOrMake(text, () => encoder().encode(text))
}

const readerFolder = fileURLToPath(new URL('../../data/weights-reader/', import.meta.url))

/** The reader that training/ makes, opened when the first task is in doubt. */
function lazyReader(): Reader {
  const reader = once(() =>
    createReader({
      // Written by training/reader.py, which this type repeats.
      layout: JSON.parse(readFileSync(join(readerFolder, 'layout.json'), 'utf8')) as ReaderLayout,
      pieces: readFileSync(join(readerFolder, 'pieces.txt'), 'utf8').split('\n'),
      bytes: new Uint8Array(readFileSync(join(readerFolder, 'reader.bin'))),
    }),
  )
  return {
    closely: (text) => reader().closely(text),
    meaningBeside: (sentence, rest) => reader().meaningBeside(sentence, rest),
    meaningsIn: (text, parts) => reader().meaningsIn(text, parts),
  }
}

/** All that reading a task takes, each part opened when it is first needed. */
export const lazySenses = (): Senses => ({ encode: lazyEncoder(), reader: lazyReader() })

/** What is kept of a task's wording: its vector and the buckets of the words that the shipped table knows. */
export const sketchWith = (encode: Encoder['encode']) => (text: string) => ({
  vector: encode(text),
  words: wordBuckets(loadWeights().vocabulary, text),
})

/** The mean of tasks of every kind, each a unit vector. */
export function usualTask(): Float32Array {
  const { references } = loadWeights()
  const sum = new Float32Array(vectorDimensions)
  for (const vector of references) {
    for (let at = 0; at < vectorDimensions; at++) sum[at] = sum[at]! + vector[at]! / encodedLength / references.length
  }
  return sum
}
