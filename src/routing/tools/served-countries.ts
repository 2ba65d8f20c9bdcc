import type { SkillFacts } from '../../catalog/schema.ts'

type Served = Pick<SkillFacts, 'countries'>

/** Whether a server is bound to one of the countries that a task speaks of. */
export const servesThere = ({ countries }: Served, spoken: ReadonlySet<string>): boolean =>
  countries?.some((country) => spoken.has(country)) ?? false

/** Whether it is bound to others than those; where a task speaks of none, nothing is known. */
export const servesElsewhere = (entry: Served, spoken: ReadonlySet<string>): boolean =>
  spoken.size > 0 && (entry.countries?.length ?? 0) > 0 && !servesThere(entry, spoken)
