import { openKernels, reserve } from './open-kernels.ts'

/** `weights` by unit and input; `out` is what each unit adds to the sum. */
type HiddenUnits = { weights: readonly number[][]; bias: readonly number[]; out: readonly number[] }

const unitsAbreast = 8
const floatBytes = 4

/** Sums what hidden units make of each row of inputs, for at most `mostRows` at once. */
export function openHiddenUnits(units: HiddenUnits, inputs: number, mostRows: number): (rows: readonly Float32Array[]) => number[] {
  const kernels = openKernels()
  const packed = packedByEight(units, inputs)
  const groups = units.out.length / unitsAbreast
  const rowsAt = packed.byteLength
  const sumsAt = rowsAt + mostRows * inputs * floatBytes
  reserve(kernels.memory, sumsAt + mostRows * floatBytes)
  new Float32Array(kernels.memory.buffer).set(packed)
  const inputValues = new Float32Array(kernels.memory.buffer, rowsAt, mostRows * inputs)
  const sums = new Float32Array(kernels.memory.buffer, sumsAt, mostRows)
  return (rows) => {
    for (let at = 0; at < rows.length; at++) inputValues.set(rows[at]!, at * inputs)
    kernels.hidden(rowsAt, rows.length, inputs, 0, groups, sumsAt)
    return Array.from(sums.subarray(0, rows.length))
  }
}

/** Group by group: the biases of eight units, their weights input by input, what they add. */
function packedByEight({ weights, bias, out }: HiddenUnits, inputs: number): Float32Array {
  const packed: number[] = []
  for (let first = 0; first < out.length; first += unitsAbreast) {
    const end = first + unitsAbreast
    packed.push(...bias.slice(first, end))
    for (let at = 0; at < inputs; at++) packed.push(...weights.slice(first, end).map((ofUnit) => ofUnit[at]!))
    packed.push(...out.slice(first, end))
  }
  return Float32Array.from(packed)
}
