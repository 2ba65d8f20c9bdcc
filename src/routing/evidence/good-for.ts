import { createCentroids, GROUPS, type TaskSketch } from './centroids.ts'
import { establishedWeight } from './conduct.ts'
import { createWordingStrength, type Reported } from './wording-strength.ts'

/** A task that was given to a subject, and at which strengths of wording the subject stood first. `value` is how well it went, 0 to 1. */
export type Example = TaskSketch & Reported & { subject: string }
export type VoiceStanding = { weight: number; network: string }
/** What wording says of each subject, and how strongly that is to be taken. */
export type Taught = { pulls: ReadonlyMap<string, number>; strength: number }
export type GoodFor = {
  add: (example: Example) => void
  taught: (task: TaskSketch) => Taught
  /** Takes in what the voices weigh now. */
  reweigh: () => void
  size: () => number
}

export type GoodForOptions = {
  most: number
  standingOf: (voice: string) => VoiceStanding
  /** The mean of tasks of every kind. */
  usual: Float32Array
}

type Pair = { subject: string; voice: string; examples: Example[]; mass: number; group: number; standing: VoiceStanding }
type Heard = { established: number; newcomers: number; networks: Map<string, number>; groups: number[] }

/** A voice is known by its latest tasks; more of them would not make it louder. */
const mostOfPair = 16
const networkMost = 3
const newcomersShare = 0.05
const newcomersAlone = 0.002

/** The latest examples, up to `most`; older ones make room. One voice counts once for each subject, whatever it says and how often. */
export function createGoodFor({ most, standingOf, usual }: GoodForOptions): GoodFor {
  const centroids = createCentroids(usual)
  const strength = createWordingStrength(most, (voice) => standingOf(voice).weight)
  const ring: Example[] = []
  const pairs = new Map<string, Pair>()
  const heard = new Map<string, Heard>()
  let next = 0

  function admit(pair: Pair): void {
    const { weight, network } = pair.standing
    const known = heard.get(pair.subject) ?? { established: 0, newcomers: 0, networks: new Map(), groups: new Array(GROUPS).fill(0) }
    heard.set(pair.subject, known)
    const room = network === '' ? weight : networkMost - (known.networks.get(network) ?? 0)
    const allowance = Math.max(newcomersAlone, newcomersShare * known.established) - known.newcomers
    // Each newcomer takes half of what is left, so that the first does not take it all.
    pair.mass = Math.max(0, Math.min(weight, room, weight < establishedWeight ? allowance / 2 : weight))
    if (pair.group < 0) pair.group = known.groups.indexOf(Math.min(...known.groups))
    note(known, pair, 1)
  }

  function note(known: Heard, { standing: { weight, network }, mass, group }: Pair, sign: 1 | -1): void {
    if (weight < establishedWeight) known.newcomers += sign * mass
    else known.established += sign * mass
    if (network !== '') known.networks.set(network, (known.networks.get(network) ?? 0) + sign * mass)
    known.groups[group] = known.groups[group]! + sign * mass
  }

  function speak({ subject, group, mass, examples }: Pair, sign: 1 | -1): void {
    if (mass <= 0) return
    for (const example of examples) {
      const said = (sign * mass) / examples.length
      if (example.value > 0) centroids.add({ subject, side: 'good', group, mass: said * example.value }, example)
      if (example.value < 1) centroids.add({ subject, side: 'bad', group, mass: said * (1 - example.value) }, example)
    }
  }

  function leave(example: Example): void {
    const pair = pairs.get(keyOf(example))
    centroids.count(example.words, -1)
    if (!pair?.examples.includes(example)) return
    speak(pair, -1)
    pair.examples = pair.examples.filter((one) => one !== example)
    if (pair.examples.length > 0) {
      speak(pair, 1)
      return
    }
    pairs.delete(keyOf(example))
    const known = heard.get(pair.subject)
    if (known) note(known, pair, -1)
  }

  function add(example: Example): void {
    const oldest = ring[next]
    if (oldest) leave(oldest)
    ring[next] = example
    next = (next + 1) % most
    centroids.count(example.words, 1)
    const { subject, voice } = example
    let pair = pairs.get(keyOf(example))
    if (pair) speak(pair, -1)
    else {
      pair = { subject, voice, examples: [], mass: 0, group: -1, standing: standingOf(voice) }
      pairs.set(keyOf(example), pair)
      admit(pair)
    }
    strength.add(example)
    pair.examples = [...pair.examples, example].slice(-mostOfPair)
    speak(pair, 1)
  }

  function reweigh(): void {
    heard.clear()
    for (const pair of pairs.values()) pair.standing = standingOf(pair.voice)
    const isNew = ({ standing }: Pair) => standing.weight < establishedWeight
    const all = [...pairs.values()]
    for (const pair of [...all.filter((one) => !isNew(one)), ...all.filter(isNew)]) {
      const before = pair.mass
      admit(pair)
      if (Math.abs(pair.mass - before) < 1e-9) continue
      speak({ ...pair, mass: before }, -1)
      speak(pair, 1)
    }
    strength.reweigh()
  }

  return {
    add,
    taught: (task) => ({ pulls: centroids.pulls(task), strength: strength.strength() }),
    reweigh,
    size: () => ring.length,
  }
}

const keyOf = ({ subject, voice }: Pick<Example, 'subject' | 'voice'>) => `${subject}\n${voice}`
