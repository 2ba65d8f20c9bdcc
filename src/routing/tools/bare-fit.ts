import learned from '../../../data/weights-confidence-bare.json' with { type: 'json' }
import { sigmoid } from '../understand/linear-model.ts'
import type { Ranking } from './rank.ts'

/**
 * Entries that were imported say neither what kind of work they do nor what they were asked before, so little but the ranking
 * itself tells how sure it is. These features mean the same in a catalog of ten entries and in one of ten thousand.
 */
export const bareFeatureNames = [
  'bias',
  'share',
  'sharp_share',
  'margin',
  'lexical',
  'semantic',
  'cosine',
  'coverage',
  'tool_matches',
  'named',
  'size',
] as const

const weights = bareFeatureNames.map((name) => learned[name])
const logit = (share: number) => Math.log((share + 1e-3) / (1 - share + 1e-3)) / 4

/** What part of all the candidates' pull the first one has; the higher the temperature, the more the others count. */
function shareOfFirst(totals: readonly number[], temperature: number): number {
  const [first = 0] = totals
  return 1 / totals.reduce((sum, total) => sum + Math.exp((total - first) / temperature), 0)
}

export function bareFeatures({ ranked, named, search: { features } }: Ranking): number[] {
  const totals = ranked.slice(0, 20).map(({ total }) => total)
  const [first, second] = ranked
  if (!first) return bareFeatureNames.map((name) => (name === 'bias' ? 1 : 0))
  return [
    1,
    logit(shareOfFirst(totals, 2)),
    logit(shareOfFirst(totals, 0.7)),
    second ? Math.min(first.total - second.total, 6) / 6 : 1,
    Math.min(first.lexical, 15) / 10,
    Math.min(first.semantic, 10) / 10,
    first.cosine,
    features.coverage,
    first.matchedTools().length > 0 ? 1 : 0,
    named.strength.get(first.entry.slug) ?? 0,
    Math.log10(Math.max(1, features.candidates)) / 4,
  ]
}

/** Whether nothing is said about the kind of work that the first candidates do. */
export function isUntold({ ranked }: Ranking): boolean {
  return ranked.slice(0, 5).every(({ entry }) => entry.capabilities.length === 0)
}

export function bareConfidence(ranking: Ranking): number {
  return sigmoid(bareFeatures(ranking).reduce((sum, value, at) => sum + value * weights[at]!, 0))
}
