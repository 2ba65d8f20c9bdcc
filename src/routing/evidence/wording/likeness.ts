import { encodedLength, vectorDimensions } from '../../../retrieval/encoder.ts'
import { createExampleSlots, squareOf } from './example-slots.ts'
import { floats, reaching } from './index-space.ts'
import { createSides, type Side, type Sides, type Subject, type TaskSketch, type Telling, type Told, tellerOf } from './sides.ts'
import { createVoicesHeard, type Said as SaidByVoices, warinessAmong } from './voices-heard.ts'
import { createWordOdds } from './word-odds.ts'
import { createWordPostings } from './word-postings.ts'
import { createWordRarity } from './word-rarity.ts'

/** What was said on each side, and what the words of the task alone say of it. */
type Said = SaidByVoices & { odds: Float32Array }

/** How closely the tasks of one tool lie together: one over the variance, of vectors and of words. */
const vectorGain = 155
const wordGain = 90
/** How similar two tasks of one tool usually are, and how many pairs of tasks that assumption weighs as much as. */
const usualAlike = vectorGain * 0.35 + wordGain * 0.15
const usualPairs = 20
/** The words of a side with many tasks are counted again once so much of its mass has moved. */
const leastMoved = 0.05
/** What this many voices say counts half; it approaches its full weight with more voices. */
const halfVoices = 2
/** What failed says less than what worked: a tool is tried on many tasks that are not for it. */
const badShare = 0.25
const leastPull = 0.5
const nothing = 1e-6

/**
 * For each subject, the tasks it was good for and those it was not. The model: tasks of one tool are normally distributed around their
 * mean, and all tasks around `usual`. A new task scores by the logarithm of how much likelier it is in the first distribution than in
 * the second: its average similarity to the tool's tasks, minus half of their similarity to each other, plus what its words say one by one.
 */
export function createLikeness(usual: Float32Array) {
  const postings = createWordPostings()
  const slots = createExampleSlots()
  const voices = createVoicesHeard()
  const sides = createSides()
  const counted = createCountedSides(sides)
  const { rarity } = counted
  let shared = floats()

  /** Counts for nothing until it is weighed. */
  function add({ subject, voice, side }: Telling, { vector, words }: TaskSketch): Told {
    const teller = tellerOf(sides.open(subject, side), voice, voices.takeTeller)
    const told: Told = { slot: slots.take(fromUsual(vector, usual)), teller, mass: 0, vector, words }
    teller.tolds.add(told)
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
    counted.note(told.teller.side)
  }

  function remove(told: Told): void {
    weigh(told, 0)
    const { slot, words, teller } = told
    slots.giveBack(slot)
    postings.remove(words, slot)
    teller.tolds.delete(told)
    if (teller.tolds.size > 0) return
    voices.giveBackTeller(teller.at)
    teller.side.tellers.delete(teller.voice)
    if (teller.side.tellers.size > 0) return
    counted.forget(teller.side)
    sides.drop(teller.side)
  }

  function hear({ vector, words }: TaskSketch): Said {
    const used = slots.used()
    shared.fill(0, 0, used)
    for (const word of words) postings.spread(word, wordGain * wordShare(words) * rarity.of(word) ** 2, shared)
    const heard = voices.sumUp(used, slots.compare(fromUsual(vector, usual), vectorGain), shared)
    return { ...heard, odds: counted.oddsOf(words, sides.used()) }
  }

  /** How strongly tasks like this one suggest each subject, or count against it. */
  function pulls(task: TaskSketch): Map<string, number> {
    counted.settle()
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

/** What is counted of whole sides: brought up to date before the next question, where something changed. */
function createCountedSides(sides: Sides) {
  const stale = new Set<Side>()
  const rarity = createWordRarity()
  const wordOdds = createWordOdds(rarity.usualShare)

  function countWords(side: Side): void {
    side.moved = 0
    wordOdds.set({ side: side.at, mass: side.mass, voices: side.tellers.values().map(({ tolds }) => tolds) })
  }
  return {
    rarity,
    oddsOf: wordOdds.of,
    note: (side: Side) => void stale.add(side),
    forget(side: Side): void {
      stale.delete(side)
      wordOdds.forget(side.at)
    },
    settle(): void {
      const isNew = rarity.refresh()
      if (isNew) for (const side of sides.all()) stale.add(side)
      for (const side of stale) {
        side.alike = alikeAmong(side, rarity.of)
        if (isNew || side.moved > leastMoved * side.mass) countWords(side)
      }
      stale.clear()
    },
  }
}

function fromUsual(vector: Int8Array, usual: Float32Array): Float32Array {
  const task = new Float32Array(vectorDimensions)
  for (let i = 0; i < vectorDimensions; i++) task[i] = vector[i]! / encodedLength - usual[i]!
  return task
}

function addToSums(side: Side, task: Float32Array, words: Uint16Array, by: number): void {
  side.mass += by
  side.moved += Math.abs(by)
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

function likelihood(side: Side | undefined, { sum, loudest, second, odds }: Said): number {
  if (!side || side.mass < nothing) return 0
  const { at, mass, alike } = side
  const agreed = sum[at]! - warinessAmong(mass) * (loudest[at]! - second[at]!)
  return Math.max(0, (agreed - (mass * alike) / 2 + mass * odds[at]!) / (mass + halfVoices))
}

/** How alike two of its tasks are on average, which is what a new task of the same kind has to be measured against. */
function alikeAmong({ vector, words, mass, selves }: Side, rarity: (word: number) => number): number {
  let wordSquare = 0
  for (const [word, count] of words) wordSquare += (count * rarity(word)) ** 2
  const ofPairs = Math.max(0, vectorGain * squareOf(vector) + wordGain * wordSquare - selves)
  return (ofPairs + usualPairs * usualAlike) / (Math.max(0, mass * (mass - 1)) + usualPairs)
}
