import { encodedLength, vectorDimensions } from '../../../retrieval/encoder.ts'
import { createExampleSlots, squareOf } from './example-slots.ts'
import { createIndexSpace, floats, reaching } from './index-space.ts'
import { createVoicesHeard, type Said } from './voices-heard.ts'
import { createWordPostings } from './word-postings.ts'
import { createWordRarity } from './word-rarity.ts'

/** A task as it is kept: the vector of its text and the buckets of its words. */
export type TaskSketch = { vector: Int8Array; words: Uint16Array }
type SideName = 'good' | 'bad'
/** A voice's statement that a subject was good, or bad, for a task. */
export type Telling = { subject: string; voice: string; side: SideName }
/** One task that one voice reported for one subject; `mass` is the part of the voice's weight that it carries. */
export type Told = TaskSketch & { slot: number; teller: Teller; mass: number }

type Teller = { at: number; voice: string; side: Side; told: number }
type Side = {
  at: number
  subject: string
  name: SideName
  tellers: Map<string, Teller>
  mass: number
  /** Sums over its tasks: of their vectors, of their words, and of how alike each is to itself. */
  vector: Float32Array
  words: Map<number, number>
  selves: number
  alike: number
}
type Subject = { good?: Side; bad?: Side }

/** How closely the tasks of one tool lie together: one over the variance, of vectors and of words. */
const vectorGain = 155
const wordGain = 180
/** What this many voices say counts half; it approaches its full weight with more voices. */
const halfVoices = 2
/** How similar two tasks of one tool usually are, and how many pairs of tasks that assumption weighs as much as. */
const usualAlike = vectorGain * 0.35 + wordGain * 0.15
const usualPairs = 20
/** Up to this many voices, whatever the loudest says beyond the next is subtracted in full; among more, less and less of it. */
const wary = 3
/** What failed says less than what worked: a tool is tried on many tasks that are not for it. */
const badShare = 0.4
const leastPull = 0.5
const nothing = 1e-6

/**
 * For each subject, the tasks it was good for and those it was not. The model: tasks of one tool are normally distributed around their
 * mean, and all tasks around `usual`. A new task scores by the logarithm of how much likelier it is in the first distribution than in
 * the second: its average similarity to the tool's tasks, minus half of their similarity to each other.
 */
export function createLikeness(usual: Float32Array) {
  const stale = new Set<Side>()
  const postings = createWordPostings()
  const rarity = createWordRarity()
  const slots = createExampleSlots()
  const voices = createVoicesHeard()
  const sides = createSides()
  let shared = floats()

  /** Counts for nothing until it is weighed. */
  function add({ subject, voice, side }: Telling, { vector, words }: TaskSketch): Told {
    const teller = tellerOf(sides.open(subject, side), voice, voices.takeTeller)
    teller.told++
    const told: Told = { slot: slots.take(fromUsual(vector, usual)), teller, mass: 0, vector, words }
    voices.seat(told.slot, teller.at, wordShare(words))
    postings.add(words, told.slot)
    shared = reaching(shared, told.slot, floats)
    return told
  }

  function weigh(told: Told, mass: number): void {
    const by = mass - told.mass
    if (Math.abs(by) < nothing) return
    told.mass = mass
    voices.weigh(told.slot, mass)
    addToSums(told.teller.side, fromUsual(told.vector, usual), told.words, by)
    stale.add(told.teller.side)
  }

  function remove(told: Told): void {
    weigh(told, 0)
    const { slot, words, teller } = told
    slots.giveBack(slot)
    postings.remove(words, slot)
    teller.told--
    if (teller.told > 0) return
    voices.giveBackTeller(teller.at)
    teller.side.tellers.delete(teller.voice)
    if (teller.side.tellers.size > 0) return
    stale.delete(teller.side)
    sides.drop(teller.side)
  }

  function settle(): void {
    if (rarity.refresh()) for (const side of sides.all()) stale.add(side)
    for (const side of stale) side.alike = alikeAmong(side, rarity.of)
    stale.clear()
  }

  function hear({ vector, words }: TaskSketch): Said {
    const used = slots.used()
    shared.fill(0, 0, used)
    for (const word of words) postings.spread(word, wordGain * wordShare(words) * rarity.of(word) ** 2, shared)
    return voices.sumUp(used, slots.compare(fromUsual(vector, usual), vectorGain), shared)
  }

  /** How strongly tasks like this one suggest each subject, or count against it. */
  function pulls(task: TaskSketch): Map<string, number> {
    settle()
    const said = hear(task)
    const found = new Map<string, number>()
    for (const [name, subject] of sides.subjects) {
      const pull = pullOf(subject, said)
      if (Math.abs(pull) >= leastPull) found.set(name, pull)
    }
    return found
  }
  return { add, weigh, remove, pulls, count: rarity.count }
}

export type Likeness = ReturnType<typeof createLikeness>

/** The good and the bad side of every subject that was reported on. */
function createSides() {
  const subjects = new Map<string, Subject>()
  const places = createIndexSpace()
  return {
    subjects: subjects as ReadonlyMap<string, Subject>,
    *all(): Generator<Side> {
      for (const { good, bad } of subjects.values()) for (const side of [good, bad]) if (side) yield side
    },
    open(subject: string, name: SideName): Side {
      const known = subjects.get(subject) ?? {}
      subjects.set(subject, known)
      known[name] ??= emptySide(places.take(), subject, name)
      return known[name]
    },
    drop(side: Side): void {
      places.giveBack(side.at)
      const subject = subjects.get(side.subject)
      delete subject?.[side.name]
      if (subject && !subject.good && !subject.bad) subjects.delete(side.subject)
    },
  }
}

function tellerOf(side: Side, voice: string, take: (side: number) => number): Teller {
  const known = side.tellers.get(voice)
  if (known) return known
  const teller = { at: take(side.at), voice, side, told: 0 }
  side.tellers.set(voice, teller)
  return teller
}

function fromUsual(vector: Int8Array, usual: Float32Array): Float32Array {
  const task = new Float32Array(vectorDimensions)
  for (let i = 0; i < vectorDimensions; i++) task[i] = vector[i]! / encodedLength - usual[i]!
  return task
}

function addToSums(side: Side, task: Float32Array, words: Uint16Array, by: number): void {
  side.mass += by
  side.selves += by * (vectorGain * squareOf(task) + wordGain)
  for (let i = 0; i < vectorDimensions; i++) side.vector[i] = side.vector[i]! + by * task[i]!
  for (const word of words) {
    const count = (side.words.get(word) ?? 0) + by * wordShare(words)
    if (count < nothing) side.words.delete(word)
    else side.words.set(word, count)
  }
}

function pullOf({ good, bad }: Subject, said: Said): number {
  const praise = likelihood(good, said)
  const blame = likelihood(bad, said)
  if (praise === 0 && blame === 0) return 0
  // Where more voices praise than blame, blame counts by that much less, so that a few cannot talk down what most found good.
  const share = Math.min(1, (blame * (bad?.mass ?? 0)) / Math.max(nothing, praise * (good?.mass ?? 0)))
  return praise - badShare * share * blame
}

const wordShare = (words: Uint16Array) => 1 / Math.sqrt(Math.max(1, words.length))

function emptySide(at: number, subject: string, name: SideName): Side {
  const sums = { vector: new Float32Array(vectorDimensions), words: new Map<number, number>(), selves: 0 }
  return { at, subject, name, tellers: new Map(), mass: 0, ...sums, alike: usualAlike }
}

/**
 * What the loudest voice says beyond the next is subtracted while there are few voices: what only one says counts for nothing, and among
 * many its absence is not felt.
 */
function likelihood(side: Side | undefined, { sum, loudest, second }: Said): number {
  if (!side || side.mass < nothing) return 0
  const { at, mass, alike } = side
  const agreed = sum[at]! - Math.min(1, wary / mass) * (loudest[at]! - second[at]!)
  return Math.max(0, (agreed - (mass * alike) / 2) / (mass + halfVoices))
}

/** How alike two of its tasks are on average, which is what a new task of the same kind has to be measured against. */
function alikeAmong({ vector, words, mass, selves }: Side, rarity: (word: number) => number): number {
  let wordSquare = 0
  for (const [word, count] of words) wordSquare += (count * rarity(word)) ** 2
  const ofPairs = Math.max(0, vectorGain * squareOf(vector) + wordGain * wordSquare - selves)
  return (ofPairs + usualPairs * usualAlike) / (Math.max(0, mass * (mass - 1)) + usualPairs)
}
