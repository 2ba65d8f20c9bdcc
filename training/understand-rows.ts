import { seeded } from '../eval/chance.ts'
import { withoutAsides } from '../src/routing/understand/asides.ts'
import { askedPart } from '../src/routing/understand/asked-part.ts'
import { shapeCues } from '../src/routing/understand/linear/cues.ts'
import { featureBits, hashFeature } from '../src/routing/understand/linear/feature-hash.ts'
import { extractFeatures, featureCount } from '../src/routing/understand/linear/features.ts'
import type { ProductLexicon } from '../src/routing/understand/products/lexicon.ts'
import { readTask } from '../src/routing/understand/reading.ts'
import { withoutSlips } from '../src/routing/understand/words/slips.ts'
import type { Example, TrainingOptions } from './logistic.ts'
import { writtenTasks } from './server-tasks.ts'
import { type CatalogRow, type LabelledTask, readHandTasks, readPrompts, readTasks } from './understand-data.ts'
import { catalogExamples, filledTemplates, productTalk } from './understand-generate.ts'

export type Row = LabelledTask & { features: Example['features']; weight: number; held: boolean }

export const options: TrainingOptions = { epochs: 14, rate: 0.1, decay: 1e-4, size: featureCount, seed: 11 }

/** A missed tool costs more than a needless one. */
export const needsToolYes = 1.2
/** Added to the log odds: a tool that is offered for nothing costs less than one that is not offered. */
export const needsToolLean = 1.4
export const byHandYes = 0.8
/** Added to the log odds: style that a plain model lacks costs more than a style that nobody asked for, and is asked for seldom in our tasks. */
export const creativeLean = 2

type TrainingRows = { written: Row[]; prompts: Row[]; generated: Row[]; forServers: Row[]; forHands: Row[] }

/**
 * Written tasks and prompts, a tenth of them held out; what is made from the catalog and from patterns, which counts for less; and tasks
 * written for servers, of which nothing is known but that they need a tool; and tasks about work for hands and what sounds like it, which
 * tell nothing new about the rest.
 */
export function trainingRows(catalog: readonly CatalogRow[], lexicon: ProductLexicon): TrainingRows {
  const prepare = (tasks: LabelledTask[], weight: number, heldShare: number): Row[] => {
    const random = seeded(5)
    return tasks.map((task) => ({
      ...task,
      features: extractFeatures(readTask(askedPart(withoutSlips(withoutAsides(task.t), (word) => lexicon.byFirstWord.has(word))), lexicon)),
      weight,
      held: random() < heldShare,
    }))
  }
  return {
    written: prepare(readTasks(), 1, 0.1),
    prompts: prepare(readPrompts(), 1, 0.1),
    generated: [
      ...prepare(catalogExamples(catalog), 0.2, 0),
      ...prepare(productTalk(catalog), 0.1, 0),
      ...prepare(filledTemplates(), 0.2, 0),
    ],
    forServers: prepare(serverTasks(), 0.1, 0),
    forHands: prepare(readHandTasks(), 1, 0),
  }
}

function serverTasks(): LabelledTask[] {
  return writtenTasks().map(({ task }) => ({ t: task, n: 1, m: 0, y: 'agentic', c: 'simple', w: 0 }))
}

const shapeIndices = new Set(shapeCues.map((cue) => hashFeature(`q:${cue}`)))

/** Whether a tool is needed shows in words that stand for themselves; the meaning of the whole made it worse on text unlike ours. */
export function wordsAlone({ indices, values }: Example['features']): Example['features'] {
  const kept = [...indices.keys()].filter((i) => indices[i]! < 1 << featureBits && !shapeIndices.has(indices[i]!))
  return { indices: Int32Array.from(kept, (i) => indices[i]!), values: Float32Array.from(kept, (i) => values[i]!) }
}

type Weighing = { yesWeight?: number; wordsOnly?: boolean }

/** The catalog's examples all say yes, so a target with a weight of its own for yes weighs its two answers by their sums. */
export function examplesFor(rows: readonly Row[], label: (row: Row) => boolean, { yesWeight, wordsOnly }: Weighing): Example[] {
  const balanced = yesWeight !== undefined
  const yes = rows.reduce((sum, row) => sum + (label(row) ? row.weight : 0), 0)
  const all = rows.reduce((sum, row) => sum + row.weight, 0)
  const weightOf = (row: Row) => (balanced ? (row.weight * all) / (2 * (label(row) ? yes / yesWeight : all - yes)) : row.weight)
  return rows.map((row) => ({
    features: wordsOnly ? wordsAlone(row.features) : row.features,
    label: label(row) ? 1 : 0,
    weight: weightOf(row),
  }))
}
