/** How many letters must change to turn a into b; anything above the limit is answered as limit + 1 without finishing. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      current[j] = Math.min(change, previous[j]! + 1, current[j - 1]! + 1)
      least = Math.min(least, current[j]!)
    }
    if (least > limit) return limit + 1
    previous = current
  }
  return previous[b.length]!
}
