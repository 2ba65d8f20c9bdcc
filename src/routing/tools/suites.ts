import stored from '../../../data/suites.json' with { type: 'json' }

/** By the server of a suite: the servers of single products that it can stand in for. */
const parts: Readonly<Record<string, readonly string[]>> = stored

export const partsOf = (suite: string) => parts[suite] ?? []

/** The suites that can stand in for one of these servers. */
export const suitesWith = (slugs: readonly string[]) =>
  Object.keys(parts).filter((suite) => parts[suite]!.some((part) => slugs.includes(part)))
