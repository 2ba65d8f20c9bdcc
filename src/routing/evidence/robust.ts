export type Weighted = { value: number; weight: number }

/** One voice's mean over `reports` reports. */
export type Judgement = Weighted & { reports: number }

export function weightedMedian(points: readonly Weighted[]): number {
  const sorted = [...points].sort((a, b) => a.value - b.value)
  const half = totalOf(points) / 2
  let passed = 0
  for (const { value, weight } of sorted) {
    passed += weight
    if (passed >= half) return value
  }
  return sorted.at(-1)?.value ?? 0
}

/** `spread` is how far the judgements that counted lie from their mean. */
export type Location = { mean: number; weight: number; spread: number }
export const nowhere: Location = { mean: 0, weight: 0, spread: 0 }

/**
 * How many deviations off a judgement counts no more. Of what voices differ by, fewer than is usual: a lie close to the truth would
 * keep half its weight, and a quarter of all voices could turn a ranking with it.
 */
const reach = { between: 3, noise: 4.685 }
/** What turns the median of the distances from the middle into a standard deviation, where values are normally distributed. */
const madToDeviation = 1.4826
/** After as many rounds the mean hardly moves any more. */
const rounds = 4

/**
 * Tukey's biweight: voices near the middle count in full, those far from it not at all, so that one liar among many, however
 * extreme, is as if it had not spoken. What is far is measured by how voices differ, at least `leastSpread`, and by `noise`, the
 * variance of a single report: the mean of few reports may lie far off by chance, that of many may not.
 */
export function robustMean(judgements: readonly Judgement[], leastSpread: number, noise = 0): Location {
  if (judgements.length === 0) return nowhere
  const { middle, farthestOf } = reachAmong(judgements, leastSpread, noise)
  let location: Location = { mean: middle, weight: 0, spread: 0 }
  for (let round = 0; round < (noise > 0 ? rounds : 1); round++) {
    let [total, sum, squares] = [0, 0, 0]
    for (const { value, weight, reports } of judgements) {
      const distance = (value - location.mean) ** 2 / farthestOf(reports)
      if (distance >= 1) continue
      const kept = weight * (1 - distance) ** 2
      total += kept
      sum += kept * value
      squares += kept * value ** 2
    }
    if (total === 0) return location
    const mean = sum / total
    location = { mean, weight: total, spread: Math.sqrt(Math.max(0, squares / total - mean ** 2)) }
  }
  return location
}

function reachAmong(judgements: readonly Judgement[], leastSpread: number, noise: number) {
  const middle = weightedMedian(judgements)
  const deviation = weightedMedian(judgements.map(({ value, weight }) => ({ value: Math.abs(value - middle), weight })))
  const between = Math.max(leastSpread, madToDeviation * deviation) ** 2
  const farthestOf = (reports: number) => reach.between ** 2 * between + (reach.noise ** 2 * noise) / Math.max(1, reports)
  return { middle, farthestOf }
}

/** Those that do not lie too far from the middle to count, each of them in full. */
export function withinReach(judgements: readonly Judgement[], leastSpread: number, noise: number): Judgement[] {
  const { farthestOf } = reachAmong(judgements, leastSpread, noise)
  const { mean } = robustMean(judgements, leastSpread, noise)
  return judgements.filter(({ value, reports }) => (value - mean) ** 2 < farthestOf(reports))
}

/** The noisiest share of the voices, which is left out. */
const trimmed = 0.25
/** The difference between voices weighs as much as what this many of them show by repeated reports. */
const assumedVoices = 5

/**
 * The variance of a single report. Voices that reported several times show it; the noisiest quarter is left out, because noise
 * can be made up. Where nobody reported twice, all difference between voices is taken for it.
 */
export function reportNoise(judgements: readonly (Judgement & { variance: number })[]): number {
  const total = totalOf(judgements)
  if (total === 0) return 0
  const mean = judgements.reduce((sum, { value, weight }) => sum + weight * value, 0) / total
  const overall = judgements.reduce((sum, { value, weight }) => sum + weight * (value - mean) ** 2, 0) / total
  const repeated = judgements.filter(({ reports }) => reports > 1).sort((a, b) => a.variance - b.variance)
  const most = (1 - trimmed) * totalOf(repeated)
  let [sum, passed] = [0, 0]
  for (const { variance, weight } of repeated) {
    if (passed + weight > most) break
    passed += weight
    sum += weight * variance
  }
  return (sum + assumedVoices * overall) / (passed + assumedVoices)
}

const totalOf = (points: readonly Weighted[]) => points.reduce((sum, { weight }) => sum + weight, 0)
