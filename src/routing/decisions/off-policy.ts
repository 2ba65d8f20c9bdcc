/** A logged decision with what came of it: where, what was recommended, with which probability, and how well it did, 0 to 1. */
export type Logged = { cluster: string; action: string; propensity: number; reward: number }
/** What another policy would have recommended; null where it has no opinion and would have done the same. */
export type OtherPolicy = (cluster: string) => string | null

export type Valued = {
  /** Inverse propensity scoring, normalised by its own weights; null where the policy never agrees with the log. */
  ips: number | null
  /** Doubly robust: a model of the rewards, corrected by what was really seen. */
  doubly_robust: number
  /** One standard error of the doubly robust value. */
  error: number
  /** The share of decisions on which both agree: the rest rests on the model of the rewards alone. */
  coverage: number
}

const leastPropensity = 0.01
const leanOnMean = 3

type Sum = { count: number; sum: number }

/** Expected reward of an action in a cluster: its own mean there, leaning on the action's mean everywhere, and that on all. */
export function rewardModel(log: readonly Logged[]): (cluster: string, action: string) => number {
  const everywhere = new Map<string, Sum>()
  const here = new Map<string, Sum>()
  const all: Sum = { count: 0, sum: 0 }
  for (const { cluster, action, reward } of log) {
    for (const one of [all, sumIn(everywhere, action), sumIn(here, `${cluster}\n${action}`)]) {
      one.count++
      one.sum += reward
    }
  }
  const mean = all.count > 0 ? all.sum / all.count : 0.5
  return (cluster, action) => leaning(here.get(`${cluster}\n${action}`), leaning(everywhere.get(action), mean))
}

function sumIn(sums: Map<string, Sum>, key: string): Sum {
  const known = sums.get(key) ?? { count: 0, sum: 0 }
  sums.set(key, known)
  return known
}

const leaning = (own: Sum | undefined, wider: number) => ((own?.sum ?? 0) + leanOnMean * wider) / ((own?.count ?? 0) + leanOnMean)

/** What a policy would have earned on the logged decisions. `expected` must not have been learned from the same decisions. */
export function worthOf(policy: OtherPolicy, log: readonly Logged[], expected: (cluster: string, action: string) => number): Valued {
  let [weights, weighted, agreed] = [0, 0, 0]
  const values = log.map(({ cluster, action, propensity, reward }) => {
    const choice = policy(cluster) ?? action
    const isSame = choice === action
    // Where the policy has no opinion it does as the log did, whatever that was, so nothing is to be corrected for.
    const weight = !isSame ? 0 : policy(cluster) === null ? 1 : 1 / Math.max(leastPropensity, propensity)
    if (isSame) agreed++
    weights += weight
    weighted += weight * reward
    return expected(cluster, choice) + weight * (reward - expected(cluster, action))
  })
  const doubly_robust = meanOf(values)
  const spread = meanOf(values.map((value) => (value - doubly_robust) ** 2))
  return {
    ips: weights > 0 ? weighted / weights : null,
    doubly_robust,
    error: Math.sqrt(spread / Math.max(1, values.length)),
    coverage: log.length > 0 ? agreed / log.length : 0,
  }
}

const meanOf = (values: readonly number[]) => (values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0)

const enoughToPrefer = 3

/** In each cluster what did best there, once it was seen a few times. */
export function bestPerCluster(log: readonly Logged[]): OtherPolicy {
  const expected = rewardModel(log)
  const seen = Map.groupBy(log, ({ cluster }) => cluster)
  const best = new Map<string, string>()
  for (const [cluster, rows] of seen) {
    const counts = Map.groupBy(rows, ({ action }) => action)
    const known = [...counts].filter(([, of]) => of.length >= enoughToPrefer).map(([action]) => action)
    const [first] = known.sort((a, b) => expected(cluster, b) - expected(cluster, a) || (a < b ? -1 : 1))
    if (first !== undefined) best.set(cluster, first)
  }
  return (cluster) => best.get(cluster) ?? null
}

/** The same everywhere: what was recommended most often. */
export function alwaysMostUsed(log: readonly Logged[]): OtherPolicy {
  const counts = Map.groupBy(log, ({ action }) => action)
  const [most] = [...counts].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  return () => most?.[0] ?? null
}
