/** Learns how likely the router's first candidate is right, from our own catalog (confidence-rows.ts). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chanceBy } from '../src/routing/logistic.ts'
import { fitFeatureNames, fitFeatures } from '../src/routing/tools/fit-features.ts'
import { bestSlug, rankTools } from '../src/routing/tools/rank.ts'
import { type AskedKind, forEachAsked, inShares } from './confidence-rows.ts'
import { fitLogistic, type Labelled } from './newton.ts'

const halves = 2

type Row = Labelled & { kind: AskedKind; half: number; text: string; top: string }

const halfOf = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7) % halves

const gathered: Row[] = []
forEachAsked(({ kind, text, weight, ask, catalog, isRight }) => {
  const ranking = rankTools(ask, catalog)
  const top = bestSlug(ranking) ?? ''
  gathered.push({ kind, half: halfOf(text), text, top, features: fitFeatures(ranking, ask), label: isRight(ranking) ? 1 : 0, weight })
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
const weights = fitLogistic(rows)
const stored = Object.fromEntries(fitFeatureNames.map((name, at) => [name, Math.round(weights[at]! * 1000) / 1000]))
writeFileSync(join(import.meta.dirname, '../data/weights-confidence.json'), `${JSON.stringify(stored, null, 2)}\n`)
console.log(stored)
if (process.env.ROWS) writeFileSync(process.env.ROWS, rows.map((row) => JSON.stringify(row)).join('\n'))
