import type { CatalogEntry } from '../../catalog/schema.ts'
import type { Similarities } from '../ports.ts'

// In units of the ranking score: what one standard deviation among the candidates adds. Beyond `farthest` deviations nothing more does.
const span = 0.8
const farthest = 2
/** What is sent of an entry: more of a long one says little else, and would cost more. */
const mostTools = 12
const longestDocument = 1500

/** What an outside embedder's nearness adds to a candidate, relative to the other candidates and within bounds. */
export function nearnessBonus(similarities: Similarities | null): (slug: string) => number {
  if (!similarities || similarities.size < 2) return () => 0
  const values = [...similarities.values()]
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
  return (slug) => {
    const value = similarities.get(slug)
    return value === undefined ? 0 : span * Math.max(-farthest, Math.min(farthest, (value - mean) / spread))
  }
}

/** What is compared with a task: the entry's own words, without its examples. */
export function documentOf({ canonical_name, description, tools }: CatalogEntry): string {
  return `${canonical_name}: ${description} ${tools
    .slice(0, mostTools)
    .map((tool) => tool.description)
    .join('; ')}`.slice(0, longestDocument)
}
