import { join } from 'node:path'
import { readLines } from '../eval/lines.ts'
import { lazySenses } from '../src/adapters/weights.ts'
import { type Features, featureBits, hashFeature } from '../src/routing/understand/linear/feature-hash.ts'
import { buildLexicon } from '../src/routing/understand/products/lexicon.ts'
import { mentionFeatures, readSurroundings } from '../src/routing/understand/products/mention-features.ts'
import { nameAt } from '../src/routing/understand/products/name-at.ts'
import { withNamesOpened } from '../src/routing/understand/products/opened-words.ts'
import { isEverydayWord } from '../src/routing/understand/words/everyday-words.ts'
import { guessLanguage } from '../src/routing/understand/words/language.ts'
import { isPlainWord } from '../src/routing/understand/words/plain-words.ts'
import { tokenise } from '../src/routing/understand/words/tokens.ts'
import { trainBinary } from './logistic.ts'
import { readCatalog } from './understand-data.ts'

const options = { epochs: 14, rate: 0.3, decay: 1e-4, size: 1 << featureBits, seed: 11 }
/** In the order of the model's answers: worked in, talked about, not meant, not to be used. */
export const labels = ['w', 't', 'n', 'x'] as const
/** A text in which the name from `start` to `end` has a label. */
export type MentionRow = { label: string; text: string; start: number; end: number; weight: number; features: Features }

const lexicon = buildLexicon(readCatalog(), lazySenses())

const smallWeight = 0.5

export const readMentions = (file: string) => mentionRows(readLines(join(import.meta.dirname, file)))
export const mentionRows = (lines: readonly string[]): MentionRow[] => lines.flatMap(readRows)

/** A line is a label and a text in which the name stands in double brackets. In lower case throughout it counts once more, for less. */
function readRows(line: string): MentionRow[] {
  const [label = '', marked = ''] = line.split('\t')
  const start = marked.indexOf('[[')
  const end = marked.indexOf(']]') - 2
  const text = marked.replace('[[', '').replace(']]', '')
  if (!labels.some((known) => known === label) || start < 0 || end <= start) throw new Error(`not understood: ${line}`)
  const small = text.toLowerCase()
  const rowOf = (said: string, weight: number) => ({ label, text, start, end, weight, features: featuresAt(said, start, end) })
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

/** One linear model for each label. */
export const trainMentions = (rows: readonly MentionRow[]) =>
  labels.map((label) =>
    trainBinary(
      rows.map((row) => ({ features: row.features, label: row.label === label ? 1 : 0, weight: row.weight })),
      options,
    ),
  )

const folds = 5
const foldOf = ({ text }: MentionRow) => hashFeature(text) % folds

/** Goes through the rows in five parts: what is learned from the other four, and the rows of the part. */
export function* heldOut(rows: readonly MentionRow[]): Generator<{ learned: MentionRow[]; held: MentionRow[] }> {
  for (let fold = 0; fold < folds; fold++)
    yield { learned: rows.filter((row) => foldOf(row) !== fold), held: rows.filter((row) => foldOf(row) === fold && row.weight === 1) }
}
