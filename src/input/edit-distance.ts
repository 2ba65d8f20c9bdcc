/**
 * How many slips turn a into b, where a slip adds, drops or changes a letter or swaps two neighbours. Undefined beyond the limit, which
 * is noticed before the end.
 */
export function editDistance(a: string, b: string, limit: number): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let lowest = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, beforeLast[j - 2]! + 1)
      row.push(value)
      if (value < lowest) lowest = value
    }
    if (lowest > limit) return undefined
    ;[beforeLast, last] = [last, row]
  }
  const distance = last[b.length]!
  return distance <= limit ? distance : undefined
}
