/** Learns which sentences give orders to the router, by their words and with the reader: node training/orders.ts */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazySenses } from '../src/adapters/weights.ts'
import { featureCount, sentenceFeatures } from '../src/routing/understand/linear/features.ts'
import { denseFeatures, denseValues, meaningWidth } from '../src/routing/understand/linear/meaning-features.ts'
import { unmask } from '../src/routing/understand/orders/patterns.ts'
import { type Example, marginOf, quantise, type TrainedRow, trainBinary } from './logistic.ts'
import { orderSentences, type SentenceBeside, sentencesBeside } from './router-orders.ts'
import { writtenTasks } from './server-tasks.ts'
import { readCatalog, readWrittenTasks } from './understand-data.ts'
import { options } from './understand-rows.ts'

const closeOptions = { epochs: 12, rate: 0.1, decay: 1e-5, seed: 11, size: meaningWidth }
const { reader } = lazySenses()
const tasks = readWrittenTasks()
const examples = readCatalog().flatMap(({ examples = [] }) => examples)

function learnByWords(): TrainedRow {
  const sentences = orderSentences(tasks, writtenTasks(), examples)
  const rows = sentences.map(({ text, order, weight }) => ({ features: sentenceFeatures(text), label: order ? 1 : 0, weight }))
  return trainBinary(rows, { ...options, size: featureCount })
}

/** The reader's layers stay as they are; only what they say of orders is learned. */
function closeRow({ text, beside, order, weight, held }: SentenceBeside): (Example & { held: boolean })[] {
  const meaning = reader.meaningBeside(unmask(text).trim(), unmask(beside))
  if (!meaning) return []
  return [{ features: denseFeatures(denseValues(meaning)), label: order ? 1 : 0, weight, held }]
}

function learnClosely(): TrainedRow {
  const rows = sentencesBeside(tasks).flatMap(closeRow)
  const learned = trainBinary(
    rows.filter(({ held }) => !held),
    closeOptions,
  )
  const held = rows.filter((row) => row.held)
  const right = held.filter(({ features, label }) => marginOf(learned, features) > 0 === (label === 1)).length
  console.log(`with the reader: held out ${(right / held.length).toFixed(3)} of ${held.length}, learned from ${rows.length}`)
  return trainBinary(rows, closeOptions)
}

const weights = { by_words: quantise([learnByWords()], 0.5), closely: quantise([learnClosely()], 0) }
writeFileSync(join(import.meta.dirname, '../data/weights-understand/router-orders.json'), `${JSON.stringify(weights)}\n`)
