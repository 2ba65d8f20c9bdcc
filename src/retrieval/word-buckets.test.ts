import { expect, test } from 'vitest'
import { createVocabulary } from './vocabulary.ts'
import { bucketCount, wordBuckets } from './word-buckets.ts'

const vocabulary = createVocabulary(['refund', 'refunds', 'payment', 'the', 'customer', '42'])
const buckets = (text: string) => [...wordBuckets(vocabulary, text)]

test('known words leave a bucket each, in whatever form and order', () => {
  expect(buckets('Refund the payment')).toHaveLength(2)
  expect(buckets('payment: refunds!')).toEqual(buckets('refund payment'))
  expect(buckets('refund payment customer').every((bucket) => bucket >= 0 && bucket < bucketCount)).toBe(true)
})

test('numbers, addresses, keys and unknown names leave nothing', () => {
  expect(buckets('42 sk_live_51HxQ zoltan.kovacs@quux.example 4111111111111111 the')).toEqual([])
})

test('a word stays in the bucket that stored wordings have it in', () => {
  expect([buckets('refund'), buckets('customer')]).toEqual([[2863], [3904]])
})
