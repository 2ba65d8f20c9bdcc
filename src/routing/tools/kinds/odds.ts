import type { KindChances } from '../../understand/types.ts'

/** A lower bound for the chance of a kind, since the words of a task may say little about its work. */
const leastChance = Math.exp(-4)
/** An entry whose kind is unknown counts as neither likely nor unlikely. */
const unknownKind = Math.exp(-2)

/** How much a server's further capabilities count next to its main one. */
const sideWork = 0.5

/** How much likelier it is, as a logarithm, that the work is of one of these kinds than of an unknown kind. */
export function kindOdds(capabilities: readonly string[], chances: KindChances): number {
  const known = capabilities.flatMap((capability) => chances.get(capability) ?? [])
  const [main, ...others] = known
  if (main === undefined) return 0
  const chance = others.reduce((sum, one) => sum + sideWork * one, main)
  return Math.log(Math.max(leastChance, chance) / unknownKind)
}
