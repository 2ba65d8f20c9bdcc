/** Arrays that one search borrows and the next one uses again, since large ones are costly to make. */
export type Scratch = { borrow: (length: number, value: number) => Float32Array; returnAll: () => void }

export function createScratch(): Scratch {
  const arrays: Float32Array[] = []
  let borrowed = 0
  return {
    borrow(length, value) {
      const at = borrowed++
      const kept = arrays[at]
      if (kept && kept.length >= length) return kept.subarray(0, length).fill(value)
      arrays[at] = new Float32Array(Math.ceil(length * 1.2))
      return arrays[at].subarray(0, length).fill(value)
    },
    returnAll() {
      borrowed = 0
    },
  }
}
