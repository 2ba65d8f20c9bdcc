import type { TaskType } from '../../catalog/models.ts'
import type { EvidenceLookup, ModelEvidence } from '../models/rank.ts'
import type { Evidence, ToolEvidence } from '../ports.ts'
import type { EvidenceBook } from './book.ts'
import type { Estimate } from './estimate.ts'
import { type Location, nowhere } from './robust.ts'

/** How many voices of the whole count as much as the cluster's own: under that, a cluster leans on what is known everywhere. */
const leanOnWhole = 3

function shrunk(own: Estimate | undefined, whole: Estimate, of: 'success' | 'quality'): { mean: number; n: number } {
  const near = own?.[of] ?? nowhere
  const far = whole[of]
  const lean = Math.min(leanOnWhole, Math.max(0, far.weight - near.weight))
  const n = near.weight + lean
  return { mean: n > 0 ? (near.mean * near.weight + far.mean * lean) / n : 0, n }
}

/** Half outcome, half quality: a tool that answers badly is no better than one that fails. */
export function toolEvidence(book: EvidenceBook, nowMs: () => number): Evidence['tool'] {
  return (slug, cluster): ToolEvidence | null => {
    const now = nowMs()
    const whole = book.overall('tool', slug, now)
    if (!whole || whole.voices === 0) return null
    const signal = cluster.slice(cluster.indexOf(':'))
    const own = book.within('tool', slug, signal, (name) => name.endsWith(signal), now)
    const success = shrunk(own, whole, 'success')
    const quality = shrunk(own, whole, 'quality')
    if (success.n <= 0) return null
    return { mean: 0.5 * success.mean + 0.5 * (quality.n > 0 ? quality.mean / 10 : success.mean), n_effective: success.n }
  }
}

/** Reports of a task type weigh against the whole as much as this many of a model's own. */
const leanOnModel = 40
const leanOnNone = 2

/**
 * A model's quality at a task type is what it shows everywhere, moved by how much better or worse than there it does at this type
 * of task. That some types are harder for every model alike is taken out, so that nobody gains by being tried on easy work.
 */
export function modelEvidence(book: EvidenceBook, nowMs: () => number): EvidenceLookup {
  let hardness = new Map<string, number>()
  let version = -1

  function at(slug: string, taskType: TaskType, now: number): Location {
    return book.within('model', slug, taskType, (name) => name.endsWith(`:${taskType}`), now)?.usual_quality ?? nowhere
  }
  function hardnessOf(taskType: TaskType, now: number): number {
    if (book.version() !== version) [hardness, version] = [new Map(), book.version()]
    const known = hardness.get(taskType)
    if (known !== undefined) return known
    let [sum, weight] = [0, leanOnNone]
    for (const slug of book.subjects('model')) {
      const own = at(slug, taskType, now)
      sum += own.weight * (own.mean - (book.overall('model', slug, now)?.usual_quality.mean ?? own.mean))
      weight += own.weight
    }
    hardness.set(taskType, sum / weight)
    return sum / weight
  }
  return (slug: string, taskType: TaskType): ModelEvidence | null => {
    const now = nowMs()
    const whole = book.overall('model', slug, now)
    if (!whole || whole.quality.weight <= 0) return null
    const own = at(slug, taskType, now)
    const offset = own.mean - whole.usual_quality.mean - hardnessOf(taskType, now)
    const { mean, weight } = whole.quality
    return { mean_quality: mean + (offset * own.weight) / (own.weight + leanOnModel), n_effective: weight }
  }
}
