import stored from '../../../../data/suites.json' with { type: 'json' }

/** By the server of a suite: the servers of single products that it can stand in for. */
const replaced: Readonly<Record<string, readonly string[]>> = stored

export const serversOfSuite = (suite: string) => replaced[suite] ?? []

/** The suites that can stand in for one of these servers. */
export const suitesWith = (slugs: readonly string[]) =>
  Object.keys(replaced).filter((suite) => serversOfSuite(suite).some((slug) => slugs.includes(slug)))
