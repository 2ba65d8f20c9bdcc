/**
 * Learns how often the built-in classifier is right when it says that no tool, or that a tool, is needed: the linear model is trained
 * without the held-out tasks, as the reader is, and both are asked about these. The answer is what
 * their log odds are to be multiplied by; what they decide is left as it is.
 */
import { lazySenses } from '../src/adapters/weights.ts'
import { buildLexicon } from '../src/routing/understand/products/lexicon.ts'
import { needAfterSecondLook } from '../src/routing/understand/second-look.ts'
import { marginOf, trainBagged } from './logistic.ts'
import { fitLogistic } from './newton.ts'
import { storedWeights, storeWeights } from './stored-weights.ts'
import { readCatalog } from './understand-data.ts'
import { examplesFor, needsToolLean, needsToolYes, options, trainingRows, wordsAlone } from './understand-rows.ts'

const baggingRounds = 24
const catalog = readCatalog()
const senses = lazySenses()
const { written, prompts, generated, forServers } = trainingRows(catalog, buildLexicon(catalog, senses))
const labelled = [...written, ...prompts]
const known = [...labelled.filter(({ held }) => !held), ...generated, ...forServers]
const trained = trainBagged(
  examplesFor(known, (row) => row.n === 1, { yesWeight: needsToolYes, wordsOnly: true }),
  options,
  baggingRounds,
)
const asked = labelled
  .filter(({ held }) => held)
  .map((row) => {
    const first = marginOf(trained, wordsAlone(row.features)) + needsToolLean
    return { odds: needAfterSecondLook(first, row.t, senses.reader.closely), label: row.n }
  })
const right = asked.filter(({ odds, label }) => odds > 0 === (label === 1)).length
// The offset takes up how many of the held-out tasks need a tool, which says nothing of those that are asked.
const [, slope] = fitLogistic(asked.map(({ odds, label }) => ({ features: [1, odds], label, weight: 1 })))
const stored = storedWeights(['slope'], [slope!])
storeWeights('weights-need.json', stored, 0)
console.log(`${asked.length} tasks, ${(right / asked.length).toFixed(3)} right on unseen ones`, stored)
