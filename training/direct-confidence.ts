/**
 * Learns how often the built-in classifier is right when it says that no tool, or that a tool, is needed: it is trained on
 * parts of our own tasks, as the shipped one is, and asked about the rest. The answer is a slope and an offset on its log odds.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazyEncoder } from '../src/adapters/weights.ts'
import { buildLexicon } from '../src/routing/understand/lexicon.ts'
import { marginOf, trainBagged } from './logistic.ts'
import { fitLogistic } from './newton.ts'
import { readCatalog, seededRandom } from './understand-data.ts'
import { examplesFor, needsToolYes, options, trainingRows, wordsAlone } from './understand-rows.ts'

const folds = 4
const baggingRounds = 8
const catalog = readCatalog()
const random = seededRandom(23)
const { written, generated, forServers } = trainingRows(catalog, buildLexicon(catalog, lazyEncoder()))
const tasks = written.map((row) => ({ row, fold: Math.floor(random() * folds) }))

const asked = Array.from({ length: folds }, (_, fold) => {
  const known = [...tasks.filter((task) => task.fold !== fold).map(({ row }) => row), ...generated, ...forServers]
  const trained = trainBagged(
    examplesFor(known, (row) => row.n === 1, { yesWeight: needsToolYes, wordsOnly: true }),
    options,
    baggingRounds,
  )
  return tasks.filter((task) => task.fold === fold).map(({ row }) => ({ odds: marginOf(trained, wordsAlone(row.features)), label: row.n }))
}).flat()
const right = asked.filter(({ odds, label }) => odds > 0 === (label === 1)).length
const fitted = fitLogistic(asked.map(({ odds, label }) => ({ features: [1, odds], label, weight: 1 })))
const stored = { offset: Math.round(fitted[0]! * 1000) / 1000, slope: Math.round(fitted[1]! * 1000) / 1000 }
writeFileSync(join(import.meta.dirname, '../data/weights-need.json'), `${JSON.stringify(stored)}\n`)
console.log(`${asked.length} tasks, ${(right / asked.length).toFixed(3)} right on unseen ones`, stored)
