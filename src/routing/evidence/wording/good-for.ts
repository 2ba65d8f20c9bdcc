import { isNewcomer, newcomersShare } from '../conduct.ts'
import { capsOf, type VoiceStanding } from '../networks.ts'
import { createKeptExamples } from './kept-examples.ts'
import { createLikeness, type TaskSketch, type Told } from './likeness.ts'
import { createWordingStrength, leastRightValue, type Reported, type WordingTrust } from './wording-strength.ts'

/** A task that was given to a subject, and at which strengths of wording the subject came first. `value` is how well it went, 0 to 1. */
export type Example = TaskSketch & Reported & { subject: string; reported_at?: string }
/** What wording says of each subject, and how far that is to be trusted. */
export type Taught = WordingTrust & { pulls: ReadonlyMap<string, number> }
export type GoodFor = {
  /** Returns the example that made room for it, if one had to. */
  add: (example: Example) => Example | undefined
  taught: (task: TaskSketch) => Taught
  /** Takes in what the voices weigh now. */
  reweigh: () => void
  /** What one voice said is from now on what another said. */
  rename: (voice: string, to: string) => void
  size: () => number
}

export type GoodForOptions = {
  most: number
  standingOf: (voice: string) => VoiceStanding
  /** The mean of tasks of every kind. */
  usual: Float32Array
  /** When a subject was last redefined; empty where it never was. */
  definedAt?: (subject: string) => string
}

/** An example as it counts: for the subject, against it, or partly both. */
type Kept = { example: Example; good: Told | null; bad: Told | null }
type Pair = { subject: string; voice: string; kept: Kept[]; mass: number; standing: VoiceStanding }
type Likeness = ReturnType<typeof createLikeness>
type Heard = { established: number; newcomers: number; networks: Map<string, number> }

/** Only the latest tasks of a voice are kept; more of them would not give it more weight. */
const mostOfPair = 16
const mostCounted = 100
/** What newcomers may weigh together on a subject of which the established say little or nothing. */
const newcomersAlone = 0.002

/** Examples up to `most`; older ones make room. One voice counts once for each subject, whatever it says and how often. */
export function createGoodFor({ most, standingOf, usual, definedAt = () => '' }: GoodForOptions): GoodFor {
  const likeness = createLikeness(usual)
  const wording = createWordingStrength(most, standingOf)
  const pairs = createPairs(likeness, { standingOf, definedAt })
  const kept = createKeptExamples<Example>(most, standingOf)
  const counted = createCounted(likeness, standingOf)

  function add(example: Example): Example | undefined {
    pairs.enter(example)
    counted.enter(example)
    wording.add(example)
    const left = kept.add(example)
    if (!left) return undefined
    pairs.leave(left)
    counted.leave(left)
    wording.leave(left)
    return left
  }

  function reweigh(): void {
    kept.reweigh()
    counted.reweigh(kept.all())
    pairs.reweigh()
    wording.reweigh()
  }

  function rename(voice: string, to: string): void {
    kept.rename(voice, (example) => {
      const renamed = { ...example, voice: to }
      pairs.leave(example)
      counted.leave(example)
      pairs.enter(renamed)
      counted.enter(renamed)
      return renamed
    })
    wording.rename(voice, to)
  }

  return {
    add,
    rename,
    taught: (task) => ({ pulls: likeness.pulls(task), ...wording.trust() }),
    reweigh,
    size: kept.size,
  }
}

/**
 * Whose tasks tell how common words are: those of the established, up to so many of each. Otherwise a flood would make its own words
 * common and all others rare, whatever it weighs.
 */
function createCounted(likeness: Likeness, standingOf: GoodForOptions['standingOf']) {
  const byVoice = new Map<string, Set<Example>>()

  function enter(example: Example): void {
    const own = byVoice.get(example.voice) ?? new Set()
    if (own.size >= mostCounted || isNewcomer(standingOf(example.voice))) return
    byVoice.set(example.voice, own.add(example))
    likeness.count(example.words, 1)
  }

  function leave(example: Example): void {
    if (byVoice.get(example.voice)?.delete(example)) likeness.count(example.words, -1)
  }

  function reweigh(kept: Iterable<Example>): void {
    for (const own of byVoice.values()) for (const { words } of own) likeness.count(words, -1)
    byVoice.clear()
    for (const example of kept) enter(example)
  }

  return { enter, leave, reweigh }
}

/** What each voice says of each subject. */
function createPairs(likeness: Likeness, { standingOf, definedAt }: Required<Pick<GoodForOptions, 'standingOf' | 'definedAt'>>) {
  const pairs = new Map<string, Pair>()
  const heard = createHeard()

  /** A voice's weight is spread evenly over what it said of the subject. Praise of an earlier definition says nothing of this one. */
  function speak({ subject, mass, kept }: Pair): void {
    const defined = definedAt(subject)
    for (const { example, good, bad } of kept) {
      const isEarlier = (example.reported_at ?? defined) < defined
      const said = isEarlier && example.value >= leastRightValue ? 0 : mass / kept.length
      if (good) likeness.weigh(good, said * example.value)
      if (bad) likeness.weigh(bad, said * (1 - example.value))
    }
  }

  function leave(example: Example): void {
    const pair = pairs.get(keyOf(example))
    const left = pair?.kept.find((one) => one.example === example)
    if (!pair || !left) return
    forget(left, likeness)
    pair.kept = pair.kept.filter((one) => one !== left)
    speak(pair)
    if (pair.kept.length > 0) return
    pairs.delete(keyOf(example))
    heard.takeBack(pair)
  }

  function pairOf({ subject, voice }: Example): Pair {
    const known = pairs.get(keyOf({ subject, voice }))
    if (known) return known
    const pair: Pair = { subject, voice, kept: [], mass: 0, standing: standingOf(voice) }
    pairs.set(keyOf(pair), pair)
    heard.admit(pair)
    return pair
  }

  function enter(example: Example): void {
    const { subject, voice, value } = example
    const pair = pairOf(example)
    const good = value > 0 ? likeness.add({ subject, voice, side: 'good' }, example) : null
    const bad = value < 1 ? likeness.add({ subject, voice, side: 'bad' }, example) : null
    pair.kept.push({ example, good, bad })
    if (pair.kept.length > mostOfPair) for (const oldest of pair.kept.splice(0, 1)) forget(oldest, likeness)
    speak(pair)
  }

  function reweigh(): void {
    heard.clear()
    for (const pair of pairs.values()) pair.standing = standingOf(pair.voice)
    const all = [...pairs.values()]
    for (const pair of [...all.filter((one) => !isOfNewcomer(one)), ...all.filter(isOfNewcomer)]) {
      heard.admit(pair)
      speak(pair)
    }
  }

  return { leave, enter, reweigh }
}

function forget({ good, bad }: Kept, likeness: Likeness): void {
  if (good) likeness.remove(good)
  if (bad) likeness.remove(bad)
}

const isOfNewcomer = ({ standing }: Pair) => isNewcomer(standing)

/** How much is said of each subject, by whom and from where: what bounds a newcomer, and a network with many voices. */
function createHeard() {
  const bySubject = new Map<string, Heard>()

  function note(known: Heard, pair: Pair, sign: 1 | -1): void {
    const { standing, mass } = pair
    if (isNewcomer(standing)) known.newcomers += sign * mass
    else known.established += sign * mass
    for (const { name } of capsOf(standing.network)) known.networks.set(name, (known.networks.get(name) ?? 0) + sign * mass)
  }

  return {
    /** Sets how much the pair counts for, and counts it. */
    admit(pair: Pair): void {
      const { weight, network } = pair.standing
      const known = bySubject.get(pair.subject) ?? { established: 0, newcomers: 0, networks: new Map() }
      bySubject.set(pair.subject, known)
      const rooms = capsOf(network).map(({ name, most }) => most - (known.networks.get(name) ?? 0))
      const allowance = Math.max(newcomersAlone, newcomersShare * known.established) - known.newcomers
      // Each newcomer takes half of what is left, so that the first does not take it all.
      pair.mass = Math.max(0, Math.min(weight, ...rooms, isNewcomer(pair.standing) ? allowance / 2 : weight))
      note(known, pair, 1)
    },
    takeBack(pair: Pair): void {
      const known = bySubject.get(pair.subject)
      if (known) note(known, pair, -1)
    },
    clear: () => bySubject.clear(),
  }
}

const keyOf = ({ subject, voice }: Pick<Example, 'subject' | 'voice'>) => `${subject}\n${voice}`
