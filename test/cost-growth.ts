const leastMicros = 4000
const rounds = 3

/** How many times the processor time `work` takes when the length grows so far. What other processes do meanwhile does not count. */
export function costGrowth(work: (length: number) => void, from: number, to: number): number {
  costOf(work, from)
  return costOf(work, to) / costOf(work, from)
}

function costOf(work: (length: number) => void, length: number): number {
  return Math.min(...Array.from({ length: rounds }, () => onceCostOf(work, length)))
}

/** Repeated until it takes long enough to be measured. */
function onceCostOf(work: (length: number) => void, length: number): number {
  const before = process.cpuUsage()
  for (let calls = 1; ; calls++) {
    work(length)
    const { user, system } = process.cpuUsage(before)
    if (user + system >= leastMicros) return (user + system) / calls
  }
}
