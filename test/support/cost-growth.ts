const leastMicros = 4000
const rounds = 5

/**
 * How many times the processor time `work` takes when the length grows so far. What other processes do meanwhile does not count, and the
 * cheapest of several turns does: in the first ones the code may not be compiled yet, and caches may be shared.
 */
export function costGrowth(work: (length: number) => void, from: number, to: number): number {
  const turns = Array.from({ length: rounds }, () => [costOf(work, from), costOf(work, to)] as const)
  const cheapest = (at: 0 | 1) => Math.min(...turns.map((turn) => turn[at]))
  return cheapest(1) / cheapest(0)
}

/** Repeated until it takes long enough to be measured. */
function costOf(work: (length: number) => void, length: number): number {
  const before = process.cpuUsage()
  for (let calls = 1; ; calls++) {
    work(length)
    const { user, system } = process.cpuUsage(before)
    if (user + system >= leastMicros) return (user + system) / calls
  }
}
