/** Learns which sentences of a wordy task whoever picks a tool can do without: node training/aside-sentences.ts */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonl } from '../eval/lines.ts'
import { surelyAside } from '../src/routing/understand/asides.ts'
import { asideFeatureCount, asideFeatures } from '../src/routing/understand/linear/aside-features.ts'
import { segmentsOf } from '../src/routing/understand/words/sentences.ts'
import { readConversations, type SentenceLabel } from './conversations.ts'
import { type Example, marginOf, quantise, trainBinary } from './logistic.ts'
import { readWrittenTasks } from './understand-data.ts'

type Row = Example & { told: SentenceLabel | null; isHeld: boolean }

const options = { epochs: 14, rate: 0.1, decay: 1e-4, size: asideFeatureCount, seed: 11 }
const heldEvery = 5
/** Of other tasks it is not known which sentences could be left out, but hardly any could. */
const otherWeight = 0.2

const ofConversations = readConversations().flatMap(({ s }, i) => {
  const sentences = s.map(([, sentence]) => sentence)
  return s.map(([told], at): Row => {
    return { features: asideFeatures(sentences, at), label: told === 'aside' ? 1 : 0, weight: 1, told, isHeld: i % heldEvery === 0 }
  })
})
const planned = readJsonl<{ t: string }>(join(import.meta.dirname, 'plan-tasks.jsonl'))
const ofOthers = [...readWrittenTasks(), ...planned].flatMap(({ t }) => {
  const sentences = segmentsOf(t)
  if (sentences.length < 2) return []
  return sentences.map(
    (_, at): Row => ({ features: asideFeatures(sentences, at), label: 0, weight: otherWeight, told: null, isHeld: false }),
  )
})

const rows = [...ofConversations, ...ofOthers]
const learned = trainBinary(
  rows.filter(({ isHeld }) => !isHeld),
  options,
)
const held = rows.filter(({ isHeld }) => isHeld)
const leftOut = held.filter(({ features }) => marginOf(learned, features) > surelyAside)
const count = (label: SentenceLabel) => leftOut.filter(({ told }) => told === label).length
const asides = held.filter(({ label }) => label === 1).length
console.log(
  `held out: of ${asides} asides ${count('aside')} are left out, with ${count('needed')} sentences that are needed and ${count('ask')} that ask`,
)
writeFileSync(
  join(import.meta.dirname, '../data/weights-understand/asides.json'),
  `${JSON.stringify(quantise([trainBinary(rows, options)], 0.5))}\n`,
)
