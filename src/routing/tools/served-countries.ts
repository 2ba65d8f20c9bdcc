import type { SkillFacts } from '../../catalog/schema.ts'

type Served = Pick<SkillFacts, 'countries'>

/** Whether a server is tied to one of the countries that a task mentions. */
export const servesThere = ({ countries }: Served, spoken: ReadonlySet<string>): boolean =>
  countries?.some((country) => spoken.has(country)) ?? false

/** Whether it is tied to other countries only; if a task mentions none, nothing is known. */
export const servesElsewhere = (entry: Served, spoken: ReadonlySet<string>): boolean =>
  spoken.size > 0 && (entry.countries?.length ?? 0) > 0 && !servesThere(entry, spoken)
