import { wordingStrengths } from '../evidence/wording/wording-strength.ts'

// In units of the ranking score.
const mostTaught = 20
/** How many tools may become candidates by wording alone. */
const mostByWording = 16

/** Limits what wording adds: the best tool gets at most `mostTaught`, and the others keep their distance to it, down to zero. */
export function boundedPulls(pulls: ReadonlyMap<string, number> | undefined, slugs: readonly string[]): Map<string, number> {
  const said = slugs.flatMap((slug): [string, number][] => (pulls?.has(slug) ? [[slug, pulls.get(slug) ?? 0]] : []))
  const excess = Math.max(0, ...said.map(([, pull]) => pull - mostTaught))
  return new Map(said.map(([slug, pull]) => [slug, pull > 0 ? Math.max(0, pull - excess) : Math.max(-mostTaught, pull)]))
}

/** The tools that wording favours most; they become candidates even if the search did not find them. */
export function strongest(pulls: ReadonlyMap<string, number> | undefined): string[] {
  const praised = [...(pulls ?? [])].filter(([, pull]) => pull > 0)
  return praised
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostByWording)
    .map(([slug]) => slug)
}

type Weighed = { entry: { slug: string }; total: number; taught: number }

/** Which tool would come first at each strength of wording; `strength` is the one that the totals were made with. */
export function firstsByStrength(ranked: readonly Weighed[], strength: number): string[] {
  return wordingStrengths.map((other) => {
    let first = ''
    let most = Number.NEGATIVE_INFINITY
    for (const { entry, total, taught } of ranked) {
      const then = total + (other - strength) * taught
      if (then > most) [first, most] = [entry.slug, then]
    }
    return first
  })
}
