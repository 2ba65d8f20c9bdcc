import type { Output } from '../../../sdk/src/transport.ts'

type Skill = Output<'get_skill'>
type Kind = Pick<Skill, 'slug' | 'capabilities'>

const mostShown = 5

/** Of what a search for a tool's kind of work found, first what mainly does that work. An imported entry may be of no known kind. */
export function alternativesTo<Found extends Kind>({ slug, capabilities: [kind] }: Kind, found: readonly Found[]): Found[] {
  const others = found.filter((other) => other.slug !== slug)
  if (kind === undefined) return others.slice(0, mostShown)
  const ofKind = others.filter(({ capabilities }) => capabilities.includes(kind))
  return ofKind.toSorted((a, b) => Number(b.capabilities[0] === kind) - Number(a.capabilities[0] === kind)).slice(0, mostShown)
}
