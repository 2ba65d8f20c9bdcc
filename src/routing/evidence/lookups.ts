import type { TaskType } from '../../catalog/models.ts'
import type { EvidenceLookup, ModelEvidence } from '../model-rank.ts'
import type { Evidence, ToolEvidence } from '../ports.ts'
import type { EvidenceBook } from './book.ts'
import type { Estimate } from './estimate.ts'
import { nowhere } from './robust.ts'

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

export function modelEvidence(book: EvidenceBook, nowMs: () => number): EvidenceLookup {
  return (slug: string, taskType: TaskType): ModelEvidence | null => {
    const now = nowMs()
    const whole = book.overall('model', slug, now)
    if (!whole || whole.voices === 0) return null
    const own = book.within('model', slug, taskType, (name) => name.endsWith(`:${taskType}`), now)
    const quality = shrunk(own, whole, 'quality')
    return quality.n > 0 ? { mean_quality: quality.mean, n_effective: quality.n } : null
  }
}
