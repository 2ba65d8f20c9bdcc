export type Weighted = { value: number; weight: number }

export function weightedMedian(points: readonly Weighted[]): number {
  const sorted = [...points].sort((a, b) => a.value - b.value)
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let passed = 0
  for (const { value, weight } of sorted) {
    passed += weight
    if (passed >= half) return value
  }
  return sorted.at(-1)?.value ?? 0
}

const tuning = 4.685
const madToDeviation = 1.4826

export type Location = { mean: number; weight: number }

/**
 * Tukey's biweight around the weighted median: voices near the middle count in full, those far from it not at all. One liar among
 * many, however extreme, is as if it had not spoken; `leastSpread` keeps honest differences from looking extreme.
 */
export function robustMean(points: readonly Weighted[], leastSpread: number): Location {
  if (points.length === 0) return { mean: 0, weight: 0 }
  const middle = weightedMedian(points)
  const deviation = weightedMedian(points.map(({ value, weight }) => ({ value: Math.abs(value - middle), weight })))
  const reach = tuning * Math.max(leastSpread, madToDeviation * deviation)
  let sum = 0
  let total = 0
  for (const { value, weight } of points) {
    const distance = (value - middle) / reach
    if (Math.abs(distance) >= 1) continue
    const kept = weight * (1 - distance ** 2) ** 2
    sum += kept * value
    total += kept
  }
  return total > 0 ? { mean: sum / total, weight: total } : { mean: middle, weight: 0 }
}
