/** Numbers from 0 on, as few as are needed: those that are given back are taken again first. */
export function createIndexSpace() {
  const free: number[] = []
  let used = 0
  return {
    take: () => free.pop() ?? used++,
    giveBack: (index: number) => void free.push(index),
    used: () => used,
  }
}

type Column = Float32Array | Int32Array

/** The same column, or a longer copy of it where the index lies beyond. */
export function reaching<Values extends Column>(column: Values, index: number, longer: (length: number) => Values): Values {
  if (index < column.length) return column
  const wider = longer(Math.max(2 * column.length, index + 1))
  wider.set(column)
  return wider
}

/** Long enough that the first entries need no copies. */
const leastLength = 1024

export const floats = (length = leastLength) => new Float32Array(length)
export const integers = (length = leastLength) => new Int32Array(length)
