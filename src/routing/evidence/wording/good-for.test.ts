import { expect, test } from 'vitest'
import { vectorDimensions } from '../../../retrieval/encoder.ts'
import { createGoodFor, type GoodForOptions } from './good-for.ts'
import type { Example } from './pairs.ts'

/** A task that leans from one axis to the next, with words of its own kind. */
function task(axis: number, lean = 0): Pick<Example, 'vector' | 'words'> {
  const vector = new Int8Array(vectorDimensions)
  vector[axis] = Math.round(127 * Math.cos(lean))
  vector[axis + 1] = Math.round(127 * Math.sin(lean))
  return { vector, words: Uint16Array.of(10 * axis, 10 * axis + 1, 10 * axis + 2) }
}
const example = (subject: string, voice: string, value: number, axis = 0, lean = 0): Example => ({
  subject,
  voice,
  task: '',
  value,
  first_at: 0,
  ...task(axis, lean),
})
const full = () => ({ weight: 1, network: '' })
const goodForOf = (most: number, standingOf: GoodForOptions['standingOf'] = full) =>
  createGoodFor({ most, standingOf, usual: new Float32Array(vectorDimensions) })
const pullsOn = (goodFor: ReturnType<typeof createGoodFor>, axis = 0) => goodFor.taught(task(axis, 0.1)).pulls

test('what was good for tasks of a kind is pulled up on such tasks, what was not is pushed down, and other tasks say nothing', () => {
  const goodFor = goodForOf(100)
  for (const voice of ['a', 'b', 'c']) {
    goodFor.add(example('right', voice, 1))
    goodFor.add(example('wrong', voice, 0))
    goodFor.add(example('elsewhere', voice, 1, 40))
  }
  const pulls = pullsOn(goodFor)
  expect(pulls.get('right')).toBeGreaterThan(3)
  expect(pulls.get('wrong')).toBeLessThan(-2)
  expect(pulls.has('elsewhere')).toBe(false)
})

test('praise of an earlier definition of a tool teaches nothing once it is weighed again, blame still does', () => {
  let defined = ''
  const goodFor = createGoodFor({ most: 100, standingOf: full, usual: new Float32Array(vectorDimensions), definedAt: () => defined })
  const say = (reported_at: string) => {
    for (const voice of ['a', 'b', 'c']) {
      goodFor.add({ ...example('praised', voice, 1), reported_at })
      goodFor.add({ ...example('blamed', voice, 0), reported_at })
    }
  }
  say('2026-11-02')
  const before = new Map(pullsOn(goodFor))
  defined = '2026-11-03'
  goodFor.reweigh()
  expect(pullsOn(goodFor).has('praised')).toBe(false)
  expect(pullsOn(goodFor).get('blamed')).toBeCloseTo(before.get('blamed')!, 5)
  for (let i = 0; i < 3; i++) say('2026-11-04')
  expect(pullsOn(goodFor).get('praised')).toBeGreaterThan(0.5 * before.get('praised')!)
})

test('no voice teaches alone, however often it reports, nor on a kind of task that no other reported', () => {
  const goodFor = goodForOf(1000)
  for (let i = 0; i < 500; i++) goodFor.add(example('pushed', 'loud', 1))
  expect(pullsOn(goodFor).get('pushed') ?? 0).toBeCloseTo(0, 5)
  for (let i = 0; i < 30; i++) goodFor.add(example('pushed', `honest-${i}`, 1, 40))
  expect(pullsOn(goodFor).get('pushed') ?? 0).toBeCloseTo(0, 5)
  goodFor.add(example('other', 'loud', 1))
  goodFor.add(example('other', 'second', 1))
  expect(pullsOn(goodFor).get('other')).toBeGreaterThan(3)
})

test('one voice among many does not take a tool to tasks that no other gave it, however rare their words are', () => {
  const goodFor = goodForOf(1000)
  for (let i = 0; i < 30; i++) {
    goodFor.add(example('known', `voice-${i}`, 1, 40))
    for (let axis = 60; axis < 70; axis++) goodFor.add(example(`other ${axis}`, `voice-${i}`, 1, axis))
  }
  goodFor.add(example('known', 'loud', 1))
  expect(pullsOn(goodFor).get('known') ?? 0).toBe(0)
  expect(pullsOn(goodFor, 40).get('known')).toBeGreaterThan(3)
})

test('among tasks on one topic the words tell tools apart', () => {
  const goodFor = goodForOf(1000)
  const on = (words: number[]) => ({ ...task(0), words: Uint16Array.from(words) })
  for (let i = 0; i < 30; i++) {
    goodFor.add({ ...example('one', `voice-${i}`, 1), ...on([1, 2, 100 + i]) })
    goodFor.add({ ...example('two', `voice-${i}`, 1), ...on([1, 3, 200 + i]) })
  }
  const pulls = goodFor.taught(on([1, 2, 300])).pulls
  expect(pulls.get('one')! - (pulls.get('two') ?? 0)).toBeGreaterThan(3)
})

test('more voices pull more strongly', () => {
  const goodFor = goodForOf(1000)
  const at = (count: number) => {
    for (let i = 0; i < count; i++) goodFor.add(example('one', `voice-${i}`, 1))
    return pullsOn(goodFor).get('one')!
  }
  const [few, many, most] = [at(3), at(30), at(300)]
  expect(many).toBeGreaterThan(few)
  expect(most).toBeGreaterThan(many)
})

test('newcomers together, one network and shadow agents say little or nothing', () => {
  const goodFor = goodForOf(5000, (voice) => {
    if (voice.startsWith('new')) return { weight: 0.1, network: '' }
    if (voice === 'shadow') return { weight: 0, network: '' }
    return { weight: 1, network: voice.startsWith('farm') ? '203.0.113.1' : '' }
  })
  for (let i = 0; i < 1000; i++) goodFor.add(example('by newcomers', `new-${i}`, 1))
  for (let i = 0; i < 1000; i++) goodFor.add(example('by a network', `farm-${i}`, 1))
  for (let i = 0; i < 3; i++) goodFor.add(example('by three', `honest-${i}`, 1))
  goodFor.add(example('by a shadow', 'shadow', 1))
  const pulls = pullsOn(goodFor)
  expect(pulls.get('by newcomers') ?? 0).toBeLessThan(0.3)
  expect(pulls.get('by a network')).toBeCloseTo(pulls.get('by three')!, 1)
  expect(pulls.has('by a shadow')).toBe(false)
})

test('the oldest make room without a trace', () => {
  const goodFor = goodForOf(20)
  for (let i = 0; i < 40; i++) goodFor.add(example('old', `voice-${i % 7}`, i % 2))
  for (let i = 0; i < 20; i++) goodFor.add(example('new', `voice-${i % 7}`, 1))
  const fresh = goodForOf(20)
  for (let i = 0; i < 20; i++) fresh.add(example('new', `voice-${i % 7}`, 1))
  expect([...pullsOn(goodFor).keys()]).toEqual(['new'])
  expect(pullsOn(goodFor).get('new')).toBeCloseTo(pullsOn(fresh).get('new')!, 2)
})

test('a flood by one voice, by shadow agents or by newcomers takes no room from what the established taught', () => {
  const standingOf = (voice: string) => ({ weight: { shadow: 0, new: 0.1 }[voice.split('-')[0]!] ?? 1, network: '' })
  const taughtAfter = (flooder: (i: number) => string, count: number) => {
    const goodFor = goodForOf(200, standingOf)
    for (let i = 0; i < 20; i++) goodFor.add({ ...example('right', `voice-${i}`, 1), task: `${i}` })
    for (let i = 0; i < count; i++) goodFor.add({ ...example(`other ${i % 50}`, flooder(i), 1, 40), task: `flood ${i}` })
    return pullsOn(goodFor).get('right')
  }
  const before = taughtAfter(() => '', 0)
  expect(before).toBeGreaterThan(10)
  for (const flooder of [() => 'shadow', () => 'new', (i: number) => `new-${i}`, (i: number) => `shadow-${i % 9}`]) {
    expect(taughtAfter(flooder, 600)).toBeCloseTo(before!, 5)
  }
  expect(taughtAfter(() => 'loud', 600)).toBeGreaterThan(10)
})

test('weighing again changes nothing while the voices weigh the same, and takes in what they weigh now', () => {
  let weight = 1
  const goodFor = goodForOf(100, () => ({ weight, network: '' }))
  for (let i = 0; i < 9; i++) goodFor.add(example('one', `voice-${i}`, i % 3 === 0 ? 0 : 1))
  const before = pullsOn(goodFor).get('one')!
  goodFor.reweigh()
  expect(pullsOn(goodFor).get('one')).toBeCloseTo(before, 3)
  weight = 0
  goodFor.reweigh()
  expect(pullsOn(goodFor).size).toBe(0)
})
