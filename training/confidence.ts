/** Learns how likely the router's first candidate is right, from our own catalog (confidence-rows.ts). */
import { chanceBy } from '../src/routing/logistic.ts'
import { fitFeatureNames, fitFeatures } from '../src/routing/tools/fit/features.ts'
import { rankTools } from '../src/routing/tools/rank.ts'
import { type AskedKind, forEachAsked, inShares } from './confidence-rows.ts'
import { fitLogistic, type Labelled } from './newton.ts'
import { storedWeights, storeWeights } from './stored-weights.ts'

const halves = 2

type Row = Labelled & { kind: AskedKind; half: number }

const halfOf = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7) % halves

const gathered: Row[] = []
forEachAsked(({ kind, text, weight, ask, catalog, isRight }) => {
  const ranking = rankTools(ask, catalog)
  gathered.push({ kind, half: halfOf(text), features: fitFeatures(ranking, ask), label: isRight(ranking) ? 1 : 0, weight })
})
const rows = inShares(gathered)
const check = fitLogistic(rows.filter(({ half }) => half !== 0))
for (const least of [0.1, 0.2, 0.3, 0.4, 0.5]) {
  const named = (kind: Row['kind'], label?: number) => {
    const inside = rows.filter((row) => row.half === 0 && row.kind === kind && (label === undefined || row.label === label))
    return (inside.filter((row) => chanceBy(row.features, check) >= least).length / inside.length).toFixed(3)
  }
  console.log(`named at ${least}: right ${named('known', 1)}, kind missing ${named('kind_missing')}, impossible ${named('impossible')}`)
}
const stored = storedWeights(fitFeatureNames, fitLogistic(rows))
storeWeights('weights-confidence.json', stored)
console.log(stored)
