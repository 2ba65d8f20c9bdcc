import { isNewcomer } from '../conduct.ts'
import type { VoiceStanding } from '../networks.ts'
import type { Likeness } from './likeness.ts'
import { createMassBySubject } from './mass-by-subject.ts'
import type { TaskSketch, Told } from './sides.ts'
import { leastRightValue, type Reported } from './wording-strength.ts'

/** A task that was given to a subject, and at which strengths of wording the subject came first. `value` is how well it went, 0 to 1. */
export type Example = TaskSketch & Reported & { subject: string; reported_at?: string }
/** An example as it counts: for the subject, against it, or partly both. */
type Kept = { example: Example; good: Told | null; bad: Told | null }
/** One voice on one subject. */
type Pair = { subject: string; voice: string; kept: Kept[]; mass: number; standing: VoiceStanding }
type PairSenses = {
  standingOf: (voice: string) => VoiceStanding
  /** When a subject was last redefined; empty where it never was. */
  definedAt: (subject: string) => string
}

/** Only the latest tasks of a voice are kept; more of them would not give it more weight. */
const mostOfPair = 16

/** What each voice says of each subject: its weight is spread over the tasks that it reported. */
export function createPairs(likeness: Likeness, { standingOf, definedAt }: PairSenses) {
  const pairs = new Map<string, Pair>()
  const massBySubject = createMassBySubject()

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
    massBySubject.takeBack(pair)
  }

  function pairOf({ subject, voice }: Example): Pair {
    const known = pairs.get(keyOf({ subject, voice }))
    if (known) return known
    const pair: Pair = { subject, voice, kept: [], mass: 0, standing: standingOf(voice) }
    pairs.set(keyOf(pair), pair)
    massBySubject.admit(pair)
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
    massBySubject.clear()
    for (const pair of pairs.values()) pair.standing = standingOf(pair.voice)
    const all = [...pairs.values()]
    for (const pair of [...all.filter((one) => !isOfNewcomer(one)), ...all.filter(isOfNewcomer)]) {
      massBySubject.admit(pair)
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

const keyOf = ({ subject, voice }: Pick<Example, 'subject' | 'voice'>) => `${subject}\n${voice}`
