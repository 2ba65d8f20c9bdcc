import { expect, test } from 'vitest'
import { openHiddenUnits } from './hidden-units.ts'

const wave = (at: number) => Math.sin(at * 1.7)
const unitCount = 16
const inputCount = 5
const units = {
  weights: Array.from({ length: unitCount }, (_, unit) => Array.from({ length: inputCount }, (__, at) => 3 * wave(unit * inputCount + at))),
  bias: Array.from({ length: unitCount }, (_, unit) => wave(unit + 100)),
  out: Array.from({ length: unitCount }, (_, unit) => wave(unit + 200)),
}

function plainly(row: Float32Array): number {
  return units.out.reduce((sum, out, unit) => {
    const before = row.reduce((total, value, at) => total + value * units.weights[unit]![at]!, units.bias[unit]!)
    return sum + out * Math.tanh(before)
  }, 0)
}

test('hidden units give what their formula says, for small and for large inputs', () => {
  const sumsOf = openHiddenUnits(units, inputCount, 4)
  const rows = [0.2, 1, 40].map((size) => Float32Array.from({ length: inputCount }, (_, at) => size * wave(at + 7)))
  for (const [at, sum] of sumsOf(rows).entries()) expect(sum).toBeCloseTo(plainly(rows[at]!), 2)
  expect(sumsOf([])).toEqual([])
})
