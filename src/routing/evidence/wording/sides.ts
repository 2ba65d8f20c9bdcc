import { vectorDimensions } from '../../../retrieval/encoder.ts'
import { createIndexSpace } from './index-space.ts'

/** A task as it is kept: the vector of its text and the buckets of its words. */
export type TaskSketch = { vector: Int8Array; words: Uint16Array }
type SideName = 'good' | 'bad'
/** A voice's statement that a subject was good, or bad, for a task. */
export type Telling = { subject: string; voice: string; side: SideName }
/** One task that one voice reported for one subject; `mass` is the part of the voice's weight that it carries. */
export type Told = TaskSketch & { slot: number; teller: Teller; mass: number }

type Teller = { at: number; voice: string; side: Side; tolds: Set<Told> }
export type Side = {
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
  /** How much its mass has moved since its words were counted. */
  moved: number
}
export type Subject = { good?: Side; bad?: Side }

/** The good and the bad side of every subject that was reported on. */
export function createSides() {
  const subjects = new Map<string, Subject>()
  const places = createIndexSpace()
  return {
    subjects: subjects as ReadonlyMap<string, Subject>,
    used: places.used,
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

export type Sides = ReturnType<typeof createSides>

export function tellerOf(side: Side, voice: string, take: (side: number) => number): Teller {
  const known = side.tellers.get(voice)
  if (known) return known
  const teller = { at: take(side.at), voice, side, tolds: new Set<Told>() }
  side.tellers.set(voice, teller)
  return teller
}

function emptySide(at: number, subject: string, name: SideName): Side {
  const sums = { vector: new Float32Array(vectorDimensions), words: new Map<number, number>(), selves: 0 }
  return { at, subject, name, tellers: new Map(), mass: 0, ...sums, alike: 0, moved: 0 }
}
