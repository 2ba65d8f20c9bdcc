import { type Excluded, toolConstraints } from './filter.ts'
import type { SingleTool } from './fit/fit.ts'

/**
 * Where nothing fits, the caps are to blame only if something would without them: what else they ruled out would not have done the work
 * either, and nobody need relax them for it.
 */
export function blamingCapsFairly<Found extends SingleTool>(found: Found, withoutCaps: () => SingleTool): Found {
  const { ranking, fit } = found
  if (fit.fits || Object.keys(ranking.excluded).length === 0 || withoutCaps().fit.fits) return found
  return { ...found, ranking: { ...ranking, excluded: {} } }
}

/** How many entries each cap ruled out for all of them together. */
export function excludedInAll(all: readonly SingleTool[]): Excluded {
  const sums = toolConstraints.map((name) => [name, all.reduce((sum, { ranking }) => sum + (ranking.excluded[name] ?? 0), 0)] as const)
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0))
}
