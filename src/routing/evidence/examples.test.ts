import { expect, test } from 'vitest'
import { DIMENSIONS } from '../../retrieval/encoder.ts'
import { createExamples } from './examples.ts'

/** A unit vector that leans from one axis to the next. */
function vector(axis: number, lean = 0): Int8Array {
  const made = new Int8Array(DIMENSIONS)
  made[axis] = Math.round(127 * Math.cos(lean))
  made[axis + 1] = Math.round(127 * Math.sin(lean))
  return made
}
const full = () => 1

test('tasks that are alike teach, others do not', () => {
  const examples = createExamples(100)
  for (const voice of ['a', 'b']) {
    examples.add({ subject: 'right', voice, value: 1, vector: vector(0) })
    examples.add({ subject: 'wrong', voice, value: 0, vector: vector(0, 0.2) })
    examples.add({ subject: 'elsewhere', voice, value: 1, vector: vector(40) })
  }
  const taught = examples.near(vector(0, 0.1), full)
  expect(taught.get('right')!.good).toBeGreaterThan(0.8)
  expect(taught.get('wrong')!.bad).toBeGreaterThan(0.8)
  expect(taught.has('elsewhere')).toBe(false)
})

test('nobody teaches anything alone, however often it speaks', () => {
  const examples = createExamples(1000)
  for (let i = 0; i < 500; i++) examples.add({ subject: 'pushed', voice: 'loud', value: 1, vector: vector(0) })
  expect(examples.near(vector(0), full).get('pushed')).toEqual({ good: 0, bad: 0 })
  examples.add({ subject: 'pushed', voice: 'second', value: 1, vector: vector(0) })
  expect(examples.near(vector(0), full).get('pushed')!.good).toBeCloseTo(2, 5)
})

test('the loudest voice speaks no louder than the next', () => {
  const examples = createExamples(10)
  examples.add({ subject: 'one', voice: 'near', value: 1, vector: vector(0) })
  for (const voice of ['far', 'farther']) examples.add({ subject: 'one', voice, value: 1, vector: vector(0, 0.8) })
  const { good } = examples.near(vector(0), full).get('one')!
  const alone = createExamples(10)
  for (const voice of ['far', 'farther', 'also far']) alone.add({ subject: 'one', voice, value: 1, vector: vector(0, 0.8) })
  expect(good).toBeCloseTo(alone.near(vector(0), full).get('one')!.good, 5)
})

test('newcomers together say less than a few established voices, and shadows nothing', () => {
  const examples = createExamples(2000)
  for (let i = 0; i < 1000; i++) examples.add({ subject: 'pushed', voice: `new-${i}`, value: 1, vector: vector(0) })
  for (let i = 0; i < 3; i++) examples.add({ subject: 'known', voice: `old-${i}`, value: 1, vector: vector(0) })
  examples.add({ subject: 'dark', voice: 'shadow', value: 1, vector: vector(0) })
  const taught = examples.near(vector(0), (voice) => (voice === 'shadow' ? 0 : voice.startsWith('new') ? 0.1 : 1))
  expect(taught.get('pushed')!.good).toBeLessThan(0.7)
  expect(taught.get('known')!.good).toBeCloseTo(3, 5)
  expect(taught.has('dark')).toBe(false)
})

test('the oldest make room', () => {
  const examples = createExamples(2)
  for (const [i, subject] of ['first', 'second', 'third'].entries()) {
    examples.add({ subject, voice: `v${i}`, value: 1, vector: vector(0) })
  }
  expect([...examples.near(vector(0), full).keys()].sort()).toEqual(['second', 'third'])
})
