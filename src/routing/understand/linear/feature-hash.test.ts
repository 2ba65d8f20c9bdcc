import { expect, test } from 'vitest'
import { hashFeature } from './feature-hash.ts'

test('a feature keeps the place that the weights have it in', () => {
  expect(['refund', 'Überweisung', '東京'].map(hashFeature)).toEqual([24969, 5918, 4766])
})
