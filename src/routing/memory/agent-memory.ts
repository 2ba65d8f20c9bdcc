import { rounded } from '../../rounded.ts'

/** How an agent's own runs of one tool or model in one cluster went. A partial success counts only in `success_sum`, as half of one. */
export type CandidateHistory = {
  subject: string
  sample_size: number
  successes: number
  success_sum: number
  rated: number
  quality_sum: number
}
export type ClusterHistory = { cluster: string; call_count: number; last_decision_at: string | null; candidates: CandidateHistory[] }

export type ClusterMemory = {
  historical: string
  sample_size: number
  call_count: number
  success_rate: number
  avg_quality: number | null
  last_decision_at: string | null
  candidates: { subject: string; sample_size: number; success_rate: number; avg_quality: number | null }[]
}

const fewestSamples = 3
const qualityOf = (rated: number, sum: number) => (rated === 0 ? null : rounded(sum / rated, 2))

/** What an agent's own history says about a cluster; null under three samples. */
export function recall({ call_count, last_decision_at, candidates }: ClusterHistory): ClusterMemory | null {
  const sum = (pick: (candidate: CandidateHistory) => number) => candidates.reduce((total, candidate) => total + pick(candidate), 0)
  const sample_size = sum((candidate) => candidate.sample_size)
  const best = candidates.toSorted((a, b) => worth(b) - worth(a) || b.sample_size - a.sample_size || (a.subject < b.subject ? -1 : 1))[0]
  if (!best || sample_size < fewestSamples) return null
  return {
    historical: best.subject,
    sample_size,
    call_count,
    success_rate: rounded(sum(({ successes }) => successes) / sample_size, 3),
    avg_quality: qualityOf(
      sum(({ rated }) => rated),
      sum(({ quality_sum }) => quality_sum),
    ),
    last_decision_at,
    candidates: candidates.map(({ subject, sample_size: samples, successes, rated, quality_sum }) => ({
      subject,
      sample_size: samples,
      success_rate: rounded(successes / samples, 3),
      avg_quality: qualityOf(rated, quality_sum),
    })),
  }
}

/** Success counts for most, quality for the rest; two imagined middling runs keep a single lucky one from winning. */
function worth({ sample_size, success_sum, rated, quality_sum }: CandidateHistory): number {
  const success = (success_sum + 1) / (sample_size + 2)
  const quality = (quality_sum / 10 + 1) / (rated + 2)
  return 0.7 * success + 0.3 * quality
}
