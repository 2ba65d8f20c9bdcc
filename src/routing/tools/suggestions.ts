import type { Ranking } from './rank.ts'

const nearestShown = 3
/** How many of the first results are looked at for what is near. */
const nearestSought = 8
/** Below this, the first result is merely the least distant: tasks with nothing related in the catalog reach this similarity too. */
const leastLikeness = 0.38

export const lackingProduct = (product: string) =>
  `The catalog has no server for ${product}; a server for another product would not reach it.`

/** What a caller can do when no tool fits, in plain words. No server is named: none of them is known to do the work. */
export function suggestionsFor(
  { ranked, excluded, namedExcluded }: Ranking,
  capabilityNames: Readonly<Record<string, string>>,
  lacking: readonly string[],
  work: 'task' | 'by_hand' | 'workflow' = 'task',
): string[] {
  const suggestions = lacking.map(lackingProduct)
  const broken = Object.keys(excluded)
  if (broken.length > 0)
    suggestions.push(`Relax ${broken.join(' or ')}: ${broken.length === 1 ? 'it' : 'they'} ruled out servers that may fit.`)
  const alike = ranked.slice(0, nearestSought).filter(({ cosine }) => cosine >= leastLikeness)
  const near = [...new Set(alike.flatMap(({ entry }) => entry.capabilities[0] ?? []))].slice(0, nearestShown)
  if (near.length > 0) {
    const named = near.map((capability) => `${capability} (${(capabilityNames[capability] ?? 'other work').toLowerCase()})`)
    suggestions.push(`The nearest capabilities in the catalog are ${named.join(', ')}; search the catalog for them.`)
  }
  if (work === 'by_hand') return [...suggestions, 'If it is done in a product or system after all, name that.']
  if (work === 'task' && lacking.length === 0 && !namedExcluded)
    suggestions.push('Name the product or system the task works in, if there is one.')
  suggestions.push('The operator can add a server for this with `waymark catalog import`; requests like this one are counted for them.')
  return suggestions
}
