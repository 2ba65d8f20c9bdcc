import { expect, test } from 'vitest'
import { loadWeights } from '../../src/adapters/weights.ts'
import { fitLikeness } from './prompt-kernel.ts'
import { indexRows } from './row-index.ts'
import { fitTableSpace } from './table-space.ts'

const labelled = ['How many apples are left?', 'Name the capital of Peru.', 'Add 12 and 30.', 'Who wrote this play?']
const unlabelled = ['How many pears are left?', 'Name the capital of Chile.', 'Add 5 and 7.']

test('a prompt is wholly like itself, less like any other, and likeness goes both ways', () => {
  const likeness = fitLikeness(labelled, unlabelled, loadWeights())
  const rows = labelled.map(likeness)
  rows.forEach((row, i) => {
    expect(row[i]).toBeCloseTo(1, 10)
    row.forEach((value, j) => {
      expect(value).toBeCloseTo(rows[j]![i]!, 10)
      if (i !== j) expect(value).toBeLessThan(0.9)
    })
  })
})

test('a new prompt is most like the labelled one of its kind', () => {
  const near = fitLikeness(labelled, unlabelled, loadWeights())('Name the capital of Chile.')
  expect(near.indexOf(Math.max(...near))).toBe(1)
})

test('the index adds the weighted products of a row with every indexed one', () => {
  const add = indexRows([
    { indices: Int32Array.of(3, 70_000), values: Float64Array.of(2, 5) },
    { indices: Int32Array.of(9), values: Float64Array.of(7) },
    { indices: Int32Array.of(3), values: Float64Array.of(1) },
  ])
  const sums = Float64Array.of(100, 100, 100)
  add({ indices: Int32Array.of(3, 12, 70_000), values: Float64Array.of(4, 1, 1) }, 0.5, sums)
  expect([...sums]).toEqual([100 + 0.5 * (8 + 5), 100, 100 + 0.5 * 4])
})

test('places in the token table are unit vectors, and texts of one meaning lie nearer together', () => {
  const place = fitTableSpace(loadWeights(), [...labelled, ...unlabelled])
  const [peru, chile, sum] = ['the capital of Peru', 'the capital city of Chile', 'add two numbers'].map(place)
  const product = (a: Float64Array, b: Float64Array) => a.reduce((total, value, at) => total + value * b[at]!, 0)
  expect(product(peru!, peru!)).toBeCloseTo(1, 10)
  expect(product(peru!, chile!)).toBeGreaterThan(product(peru!, sum!) + 0.2)
})
