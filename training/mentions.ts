/** Learns what a product's name stands for in a text from training/mentions.tsv: node training/mentions.ts */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazySenses } from '../src/adapters/weights.ts'
import { type Features, featureBits, hashFeature } from '../src/routing/understand/feature-hash.ts'
import { guessLanguage } from '../src/routing/understand/language.ts'
import { buildLexicon, isEverydayWord } from '../src/routing/understand/lexicon.ts'
import { mentionFeatures, readSurroundings } from '../src/routing/understand/mention-features.ts'
import { nameAt } from '../src/routing/understand/name-at.ts'
import { withNamesOpened } from '../src/routing/understand/opened-words.ts'
import { isPlainWord } from '../src/routing/understand/plain-words.ts'
import { tokenise } from '../src/routing/understand/tokens.ts'
import { marginOf, quantise, trainBinary } from './logistic.ts'
import { readCatalog } from './understand-data.ts'

/** Weights below it are left out, which costs nothing in what is told right and saves a third of the file. */
const smallestStep = 14
const options = { epochs: 14, rate: 0.3, decay: 1e-4, size: 1 << featureBits, seed: 11 }
/** In the order of the model's answers: worked in, talked about, not meant, not to be used. */
const labels = ['w', 't', 'n', 'x'] as const
type Row = { label: string; text: string; weight: number; features: Features }

const lexicon = buildLexicon(readCatalog(), lazySenses())

const smallWeight = 0.5

/** A line is a label and a text in which the name stands in double brackets. Written small throughout it counts once more, for less. */
function readRows(line: string): Row[] {
  const [label = '', marked = ''] = line.split('\t')
  const start = marked.indexOf('[[')
  const end = marked.indexOf(']]') - 2
  const text = marked.replace('[[', '').replace(']]', '')
  if (!labels.some((known) => known === label) || start < 0 || end <= start)
    throw new Error(`training/mentions.tsv: not understood: ${line}`)
  const small = text.toLowerCase()
  const rowOf = (said: string, weight: number) => ({ label, text, weight, features: featuresAt(said, start, end) })
  return small === text || small.length !== text.length ? [rowOf(text, 1)] : [rowOf(text, 1), rowOf(small, smallWeight)]
}

function featuresAt(text: string, start: number, end: number): Features {
  const tokens = withNamesOpened(tokenise(text), lexicon)
  const first = tokens.findIndex((token) => token.end > start)
  const last = tokens.findLastIndex((token) => token.start < end)
  const known = nameAt(tokens, first, lexicon)
  const words = tokens.slice(first, last + 1).map(({ norm }) => norm)
  const unlisted = { words, slugs: [], common: words.length === 1 && (isEverydayWord(words[0]!) || isPlainWord(words[0]!)) }
  return mentionFeatures(
    { around: readSurroundings(text, tokens, guessLanguage(text)), first, last },
    known?.last === last ? known.name : unlisted,
  )
}

const train = (rows: readonly Row[]) =>
  labels.map((label) =>
    trainBinary(
      rows.map((row) => ({ features: row.features, label: row.label === label ? 1 : 0, weight: row.weight })),
      options,
    ),
  )

const rows = readFileSync(join(import.meta.dirname, 'mentions.tsv'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .flatMap(readRows)

function reportHeldOut(folds = 5): void {
  const written = rows.filter(({ weight }) => weight === 1)
  let right = 0
  const ruledOut = { told: 0, rightly: 0, meant: written.filter(({ label }) => label === 'x').length }
  for (let fold = 0; fold < folds; fold++) {
    const isHeld = ({ text }: Row) => hashFeature(text) % folds === fold
    const trained = train(rows.filter((row) => !isHeld(row)))
    for (const { features, label } of written.filter(isHeld)) {
      const margins = trained.map((row) => marginOf(row, features))
      const told = labels[margins.indexOf(Math.max(...margins))]
      if (told === label) right++
      if (told === 'x') ruledOut.told++
      if (told === 'x' && label === 'x') ruledOut.rightly++
    }
  }
  console.log(`held out ${(right / written.length).toFixed(3)} of ${written.length}; ruled out: ${JSON.stringify(ruledOut)}`)
}

reportHeldOut()
writeFileSync(
  join(import.meta.dirname, '../data/weights-understand/mentions.json'),
  `${JSON.stringify(quantise(train(rows), smallestStep))}\n`,
)
