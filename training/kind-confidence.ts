/**
 * Learns how likely a first candidate is right that was chosen by the kind of work (data/weights-kind-confidence.json): from its confidence
 * by all else and from how likely its kind is. The tasks are those that the confidence itself is learned from.
 */
import { fitOf } from '../src/routing/tools/fit/fit.ts'
import { choicesByKind, kindFeatures } from '../src/routing/tools/kinds/kind-of-work.ts'
import { rankTools } from '../src/routing/tools/rank.ts'
import { type AskedKind, forEachAsked, inShares } from './confidence-rows.ts'
import { fitLogistic, type Labelled } from './newton.ts'
import { storedWeights, storeWeights } from './stored-weights.ts'

type Row = Labelled & { kind: AskedKind }

const gathered: Row[] = []
forEachAsked(({ kind, weight, understanding, ask, catalog, isRight }) => {
  const ranking = rankTools(ask, catalog)
  const [, byKind] = choicesByKind({ ranking, fit: fitOf(ranking, ask) }, understanding, ask, catalog) ?? []
  if (byKind) gathered.push({ kind, weight, features: kindFeatures(byKind), label: isRight(byKind.ranking) ? 1 : 0 })
})
const stored = storedWeights(['bias', 'confidence', 'odds'], fitLogistic(inShares(gathered)))
storeWeights('weights-kind-confidence.json', stored, 0)
console.log(`${gathered.length} tasks`, stored)
