/**
 * Learns how often the built-in classifier is right when it says that no tool, or that a tool, is needed: it is trained on
 * parts of our own tasks and asked about the rest. The answer is a slope and an offset on its log odds.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractFeatures, featureBits, readTask } from '../src/routing/understand/features.ts'
import { buildLexicon } from '../src/routing/understand/lexicon.ts'
import { marginOf, trainBinary } from './logistic.ts'
import { fitLogistic } from './newton.ts'
import { readCatalog, readTasks, seededRandom } from './understand-data.ts'

const folds = 4
const lexicon = buildLexicon(readCatalog())
const random = seededRandom(23)
const tasks = readTasks().map((task) => ({
  label: task.n,
  features: extractFeatures(readTask(task.t, lexicon)),
  fold: Math.floor(random() * folds),
}))
const options = { epochs: 14, rate: 0.1, decay: 1e-4, size: 1 << featureBits, seed: 11 }

const asked = Array.from({ length: folds }, (_, fold) => {
  const trained = trainBinary(
    tasks.filter((task) => task.fold !== fold).map(({ features, label }) => ({ features, label, weight: 1 })),
    options,
  )
  return tasks.filter((task) => task.fold === fold).map(({ features, label }) => ({ odds: marginOf(trained, features), label }))
}).flat()
const right = asked.filter(({ odds, label }) => odds > 0 === (label === 1)).length
const fitted = fitLogistic(asked.map(({ odds, label }) => ({ features: [1, odds], label, weight: 1 })))
const stored = { offset: Math.round(fitted[0]! * 1000) / 1000, slope: Math.round(fitted[1]! * 1000) / 1000 }
writeFileSync(join(import.meta.dirname, '../data/weights-need.json'), `${JSON.stringify(stored)}\n`)
console.log(`${asked.length} tasks, ${(right / asked.length).toFixed(3)} right on unseen ones`, stored)
