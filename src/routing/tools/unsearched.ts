import type { CatalogEntry, SkillScores } from '../../catalog/schema.ts'
import type { RankedTool } from './rank.ts'

/** A tool that was not found by searching with a text: its scores, reports and preferences alone count. */
export function unsearchedTool(
  { entry, scores }: { entry: CatalogEntry; scores: SkillScores },
  { value, evidence = 0, preference = 0 }: { value: number; evidence?: number; preference?: number },
  n_effective = 0,
): RankedTool {
  return {
    entry,
    scores,
    total: value + evidence + preference,
    parts: { retrieval: 0, product: 0, capability: 0, kind: 0, value, evidence, memory: 0, preference },
    lexical: 0,
    semantic: 0,
    cosine: 0,
    matchedTools: () => [],
    n_effective,
    taught: 0,
  }
}
