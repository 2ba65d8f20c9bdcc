import { DIMENSIONS } from '../../retrieval/encoder.ts'
import { openKernels } from '../../retrieval/vectors.ts'
import { WORD_BUCKETS } from '../../retrieval/word-buckets.ts'
import { createWordPostings } from './word-postings.ts'

/** A task as it is kept: the vector of its text and the buckets of its words. */
export type TaskSketch = { vector: Int8Array; words: Uint16Array }
export type SideName = 'good' | 'bad'
/** So much of a voice's say, on one side of one subject. A negative mass takes back what was added before. */
export type Share = { subject: string; side: SideName; group: number; mass: number }

/** Voices are dealt into groups, so that what only one of them says can be told from what several say. */
export const GROUPS = 16

type Group = { sum: Float32Array; words: Map<number, number>; mass: number }
/** `slots` says where its groups lie in the kernels' memory; none while only one group speaks, because that says nothing. */
type Side = { groups: (Group | undefined)[]; slots: number[]; shown: number; mass: number; selves: number; alike: number }
type Subject = Record<SideName, Side>

const unit = 127 * 127
const dataAt = 512
const pageBytes = 65_536
const nothing = 1e-6
/** How closely the tasks of one tool lie together: one over the variance, of vectors and of words. */
const vectorGain = 155
const wordGain = 180
/** So many voices are half believed. */
const halfVoices = 2
/** How alike two tasks of one tool usually are, by vector and by words, and how many pairs it takes to think otherwise. */
const usualAlike = vectorGain * 0.35 + wordGain * 0.15
const usualPairs = 20
/** Among so few voices all that one says beyond the others is taken off; among more, ever less of it. */
const wary = 3
/** What failed says less than what worked: a tool is tried on many tasks that are not for it. */
const badShare = 0.4
const none = -1
const leastPull = 0.5

const emptySide = (): Side => ({ groups: [], slots: new Array(GROUPS).fill(none), shown: 0, mass: 0, selves: 0, alike: usualAlike })

/**
 * For each subject the mean of the tasks it was good for, and of those it was not. Tasks of one tool are taken to be spread evenly
 * around their mean, and all tasks around `usual`. What they say of a task is how much likelier it is among the one than among the
 * other, as a logarithm: how alike it is to them on average, less half of how alike they are among themselves.
 */
export function createCentroids(usual: Float32Array) {
  const subjects = new Map<string, Subject>()
  const speaking = new Map<string, Subject>()
  const dirty = new Map<Side, string>()
  const postings = createWordPostings()
  const rarity = createRarity()
  const vectors = createSlots()

  function add({ subject, side: name, group: at, mass }: Share, { vector, words }: TaskSketch): void {
    const known = subjects.get(subject) ?? { good: emptySide(), bad: emptySide() }
    subjects.set(subject, known)
    const side = known[name]
    side.groups[at] ??= { sum: new Float32Array(DIMENSIONS), words: new Map(), mass: 0 }
    const group = side.groups[at]
    const task = fromUsual(vector)
    side.mass += mass
    side.selves += mass * (vectorGain * squareOf(task) + wordGain)
    group.mass += mass
    for (let i = 0; i < DIMENSIONS; i++) group.sum[i] = group.sum[i]! + mass * task[i]!
    const each = mass / Math.sqrt(Math.max(1, words.length))
    const slot = side.slots[at] ?? none
    for (const word of words) {
      const count = (group.words.get(word) ?? 0) + each
      group.words.set(word, count)
      if (slot !== none) postings.set(word, slot, count)
    }
    // What is left of a group that nobody speaks for is rounding.
    if (group.mass < nothing) {
      side.groups[at] = undefined
      hide(side, at, group)
    }
    if (!isShown(side)) for (const [i, one] of side.groups.entries()) if (one) hide(side, i, one)
    dirty.set(side, subject)
    if (known.good.mass < nothing && known.bad.mass < nothing) subjects.delete(subject)
  }

  function fromUsual(vector: Int8Array): Float32Array {
    const task = new Float32Array(DIMENSIONS)
    for (let i = 0; i < DIMENSIONS; i++) task[i] = vector[i]! / 127 - usual[i]!
    return task
  }

  function hide(side: Side, at: number, group: Group): void {
    const slot = side.slots[at] ?? none
    if (slot === none) return
    for (const word of group.words.keys()) postings.set(word, slot, 0)
    vectors.release(slot)
    side.slots[at] = none
    side.shown--
  }

  function show(side: Side): void {
    side.groups.forEach((group, at) => {
      if (!group) return
      if (side.slots[at] === none) {
        const slot = vectors.take()
        side.slots[at] = slot
        side.shown++
        for (const [word, count] of group.words) postings.set(word, slot, count)
      }
      vectors.write(side.slots[at]!, group.sum)
    })
    side.alike = alikeAmong(side, rarity.of)
  }

  const isShown = (side: Side) => side.groups.filter((group) => group !== undefined).length >= 2

  function settle(): void {
    const isRecounted = rarity.refresh()
    for (const [side, subject] of dirty) {
      if (isShown(side)) show(side)
      const known = subjects.get(subject)
      if (known && known.good.shown + known.bad.shown > 0) speaking.set(subject, known)
      else speaking.delete(subject)
    }
    dirty.clear()
    if (!isRecounted) return
    for (const { good, bad } of subjects.values()) {
      for (const side of [good, bad]) if (isShown(side)) side.alike = alikeAmong(side, rarity.of)
    }
  }

  /** How strongly tasks like this one speak for each subject, or against it. */
  function pulls({ vector, words }: TaskSketch): Map<string, number> {
    settle()
    const task = fromUsual(vector)
    const said = vectors.compare(task, vectorGain)
    let wordSquare = 0
    for (const word of words) {
      const weight = rarity.of(word) ** 2
      wordSquare += weight / words.length
      postings.spread(word, (wordGain * weight) / Math.sqrt(words.length), said)
    }
    const mostOfOne = vectorGain * squareOf(task) + wordGain * wordSquare
    function speaks(side: Side): number {
      if (side.shown === 0) return 0
      return Math.max(0, (agreed(side, said, mostOfOne) - (side.mass * side.alike) / 2) / (side.mass + halfVoices))
    }
    const found = new Map<string, number>()
    for (const [subject, { good, bad }] of speaking) {
      const praise = speaks(good)
      const blame = speaks(bad)
      if (praise === 0 && blame === 0) continue
      // Where more voices praise than blame, blame counts by that much less, so that a few cannot talk down what most found good.
      const share = blame === 0 ? 0 : Math.min(1, (blame * bad.mass) / Math.max(nothing, praise * good.mass))
      const pull = praise - badShare * share * blame
      if (Math.abs(pull) >= leastPull) found.set(subject, pull)
    }
    return found
  }
  return { add, pulls, count: rarity.count }
}

/**
 * The loudest group speaks louder than the next by no more than chance, or by what one voice adds to it. So much as one voice
 * could add is taken off: what only one says counts for nothing, and among many its absence is not felt.
 */
function agreed({ slots, mass }: Side, said: Float32Array, mostOfOne: number): number {
  let [sum, loudest, second] = [0, 0, 0]
  for (let at = 0; at < GROUPS; at++) {
    const slot = slots[at]!
    if (slot === none) continue
    const one = said[slot]!
    sum += one
    if (one > loudest) {
      second = loudest
      loudest = one
    } else if (one > second) second = one
  }
  return sum - Math.min(1, wary / mass) * Math.min(mostOfOne, loudest - second)
}

/** Sums of vectors where the kernels can read them, each as a direction and a length. */
function createSlots() {
  const kernels = openKernels()
  const free: number[] = []
  let used = 0
  let lengths = new Float32Array(1024)
  let said = new Float32Array(1024)

  function grow(): void {
    const held = kernels.memory.buffer.byteLength
    const needed = outAt(used + 1) + 4 * (used + 1)
    if (needed > held) kernels.memory.grow(Math.ceil((Math.max(needed, 1.5 * held) - held) / pageBytes))
    if (used < lengths.length) return
    const larger = new Float32Array(2 * lengths.length)
    larger.set(lengths)
    lengths = larger
    said = new Float32Array(larger.length)
  }
  return {
    take(): number {
      const slot = free.pop()
      if (slot !== undefined) return slot
      grow()
      return used++
    },
    release: (slot: number) => void free.push(slot),
    write(slot: number, sum: Float32Array): void {
      const norm = Math.sqrt(squareOf(sum)) || 1
      lengths[slot] = norm
      const row = new Int8Array(kernels.memory.buffer, dataAt + slot * DIMENSIONS, DIMENSIONS)
      for (let i = 0; i < DIMENSIONS; i++) row[i] = Math.round((127 * sum[i]!) / norm)
    },
    /** How near each slot lies to the vector, times both lengths and the gain. */
    compare(vector: Float32Array, gain: number): Float32Array {
      const norm = Math.sqrt(squareOf(vector)) || 1
      const query = new Int8Array(kernels.memory.buffer, 0, DIMENSIONS)
      for (let i = 0; i < DIMENSIONS; i++) query[i] = Math.round((127 * vector[i]!) / norm)
      kernels.dots(0, dataAt, used, outAt(used))
      const dots = new Int32Array(kernels.memory.buffer, outAt(used), used)
      for (let slot = 0; slot < used; slot++) said[slot] = (gain * norm * dots[slot]! * lengths[slot]!) / unit
      return said
    },
  }
}

/** What a word tells, beside the usual one: little when it stands in many tasks. Counted anew once the tasks have grown by a twentieth. */
function createRarity() {
  const counts = new Int32Array(WORD_BUCKETS)
  const weights = new Float32Array(WORD_BUCKETS).fill(1)
  let tasks = 0
  let countedAt = 0
  return {
    of: (word: number) => weights[word]!,
    count(words: Uint16Array, by: 1 | -1): void {
      tasks += by
      for (const word of words) counts[word] = counts[word]! + by
    },
    refresh(): boolean {
      if (Math.abs(tasks - countedAt) <= countedAt / 20) return false
      countedAt = tasks
      let [square, count] = [0, 0]
      for (let word = 0; word < WORD_BUCKETS; word++) {
        weights[word] = Math.log(1 + (tasks + 10) / (counts[word]! + 1))
        square += counts[word]! * weights[word]! ** 2
        count += counts[word]!
      }
      const usual = Math.sqrt(square / Math.max(1, count)) || 1
      for (let word = 0; word < WORD_BUCKETS; word++) weights[word] = weights[word]! / usual
      return true
    },
  }
}

const outAt = (slots: number) => dataAt + slots * DIMENSIONS

function squareOf(vector: Float32Array): number {
  let square = 0
  for (const value of vector) square += value * value
  return square
}

/** How alike two of its tasks are on average, which is what a new task of the same kind has to be measured against. */
function alikeAmong({ groups, mass, selves }: Side, rarity: (word: number) => number): number {
  const vector = new Float32Array(DIMENSIONS)
  const words = new Map<number, number>()
  for (const group of groups) {
    if (!group) continue
    for (let i = 0; i < DIMENSIONS; i++) vector[i] = vector[i]! + group.sum[i]!
    for (const [word, count] of group.words) words.set(word, (words.get(word) ?? 0) + count)
  }
  let wordSquare = 0
  for (const [word, count] of words) wordSquare += (count * rarity(word)) ** 2
  const ofPairs = Math.max(0, vectorGain * squareOf(vector) + wordGain * wordSquare - selves)
  return (ofPairs + usualPairs * usualAlike) / (Math.max(0, mass * (mass - 1)) + usualPairs)
}
