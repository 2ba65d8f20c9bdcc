import learned from '../../../../data/weights-confidence-bare.json' with { type: 'json' }
import type { CatalogEntry } from '../../../catalog/schema.ts'
import { oncePer } from '../../../once.ts'
import { wordSet } from '../../../retrieval/word-list.ts'
import { chanceBy, logOdds } from '../../logistic.ts'
import { normalise } from '../../understand/words/tokens.ts'
import type { RankedTool, Ranking } from '../rank.ts'

/**
 * Entries that were imported say neither what kind of work they do nor what they were asked before, so little but the ranking
 * itself tells how sure it is. These features mean the same in a catalog of ten entries and in one of ten thousand.
 */
export const bareFeatureNames = ['bias', 'share', 'sharp_share', 'margin', 'cosine', 'coverage', 'tool_matches'] as const

const mostCompared = 20
/** In units of the ranking score: at the higher temperature those well behind the first still count, at the lower only near-equals do. */
const temperatures = { share: 2, sharp: 0.7 }
const widestMargin = 6

const weights = bareFeatureNames.map((name) => learned[name])
const oddsOf = (share: number) => logOdds(share, 1e-3) / 4

/** Words of a name that tell nothing of what it does. */
const kindsOfEntry = wordSet('mcp server api integration')

/** "mcp-server-github", "GitHub MCP" and "Git Hub" are one name. */
const nameOf = oncePer(({ canonical_name }: CatalogEntry): string => {
  const words = normalise(canonical_name).split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => !kindsOfEntry.has(word)).join('') || canonical_name
})
const isOfSameName = (first: RankedTool, other: RankedTool) => nameOf(first.entry) === nameOf(other.entry)

/**
 * What part of all the candidates' pull the first one has, together with those of its name, which do the same work; the higher the
 * temperature, the more the others count.
 */
function shareOf(first: RankedTool, candidates: readonly RankedTool[], temperature: number): number {
  const pull = (some: readonly RankedTool[]) => some.reduce((sum, { total }) => sum + Math.exp((total - first.total) / temperature), 0)
  return pull(candidates.filter((other) => isOfSameName(first, other))) / pull(candidates)
}

export function bareFeatures({ ranked, search: { features } }: Ranking): number[] {
  const candidates = ranked.slice(0, mostCompared)
  const [first] = candidates
  if (!first) return bareFeatureNames.map((name) => (name === 'bias' ? 1 : 0))
  const rival = candidates.find((other) => !isOfSameName(first, other))
  return [
    1,
    oddsOf(shareOf(first, candidates, temperatures.share)),
    oddsOf(shareOf(first, candidates, temperatures.sharp)),
    rival ? Math.min(first.total - rival.total, widestMargin) / widestMargin : 1,
    first.cosine,
    features.coverage,
    first.matchedTools().length > 0 ? 1 : 0,
  ]
}

/** Whether nothing is said about the kind of work that the first candidates do. */
export function isUntold({ ranked }: Ranking): boolean {
  return ranked.slice(0, 5).every(({ entry }) => entry.capabilities.length === 0)
}

export const bareConfidence = (ranking: Ranking): number => chanceBy(bareFeatures(ranking), weights)
