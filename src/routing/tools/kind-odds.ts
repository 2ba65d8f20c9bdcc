import type { KindChances } from '../understand/types.ts'

/** As unlikely as a kind may count, since the words of a task may tell little of its work. */
const leastChance = Math.exp(-4)
/** An entry whose kind is unknown counts as neither likely nor unlikely. */
const unknownKind = Math.exp(-2)

/** A server does its main work better than anything else it offers. */
const sideWork = 0.5

/** Log odds, against an entry of unknown kind, that the work is of one of these kinds. */
export function kindOdds(capabilities: readonly string[], chances: KindChances): number {
  const known = capabilities.flatMap((capability) => chances.get(capability) ?? [])
  const [main, ...others] = known
  if (main === undefined) return 0
  const chance = others.reduce((sum, one) => sum + sideWork * one, main)
  return Math.log(Math.max(leastChance, chance) / unknownKind)
}
