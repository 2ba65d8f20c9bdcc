import { isNewcomer } from '../conduct.ts'
import type { VoiceStanding } from '../networks.ts'
import { createFullest } from './fullest.ts'

type Spoken = { voice: string }
/** What a voice holds, oldest first, each with its place in the order of all; `since` is the place of the oldest. */
type Holder<T> = { voice: string; isNewcomer: boolean; examples: Map<T, number>; since: number }

/** Newcomers, shadow agents among them, keep no more than this share of the room that the established need. */
const newcomersRoom = 0.1

/**
 * The examples in use, up to `most`. Beyond that, the voice that holds most of them gives up its oldest, so that a flood displaces its
 * own examples and not those of others.
 */
export function createKeptExamples<T extends Spoken>(most: number, standingOf: (voice: string) => VoiceStanding) {
  const holders = new Map<string, Holder<T>>()
  const isHolding = (holder: Holder<T>) => holders.get(holder.voice) === holder
  const all = createFullest<Holder<T>>(isHolding)
  const newcomers = createFullest<Holder<T>>((holder) => holder.isNewcomer && isHolding(holder))
  let [size, turn, ofNewcomers] = [0, 0, 0]

  function count(holder: Holder<T>, more: number): void {
    if (holder.isNewcomer) ofNewcomers += more
  }

  function note(holder: Holder<T>): void {
    all.note(holder)
    newcomers.note(holder)
  }

  function hold(example: T, place: number): Holder<T> {
    const { voice } = example
    const holder = holders.get(voice) ?? { voice, isNewcomer: isNewcomer(standingOf(voice)), examples: new Map(), since: place }
    holder.examples.set(example, place)
    holders.set(voice, holder)
    count(holder, 1)
    return holder
  }

  /** The fullest gives up its oldest; among the newcomers once they hold too much. */
  function makeRoom(): T | undefined {
    const holder = (ofNewcomers > newcomersRoom * most ? newcomers : all).first()
    const [oldest] = holder?.examples.keys() ?? []
    if (!holder || oldest === undefined) return undefined
    holder.examples.delete(oldest)
    count(holder, -1)
    holder.since = holder.examples.values().next().value ?? 0
    if (holder.examples.size === 0) holders.delete(holder.voice)
    note(holder)
    size--
    return oldest
  }

  return {
    /** Returns the one that made room, if any had to. */
    add(example: T): T | undefined {
      note(hold(example, turn++))
      return ++size > most ? makeRoom() : undefined
    },
    /** Hands what one voice said over to another, example by example. */
    rename(voice: string, renamed: (example: T) => T): void {
      const moved = holders.get(voice)
      if (!moved) return
      holders.delete(voice)
      count(moved, -moved.examples.size)
      const heirs = new Set<Holder<T>>()
      for (const [example, place] of moved.examples) heirs.add(hold(renamed(example), place))
      for (const heir of heirs) {
        inOrder(heir)
        note(heir)
      }
    },
    reweigh(): void {
      ofNewcomers = 0
      for (const [voice, holder] of holders) {
        holder.isNewcomer = isNewcomer(standingOf(voice))
        count(holder, holder.examples.size)
      }
      newcomers.renew(holders.values())
    },
    *all(): Generator<T> {
      for (const { examples } of holders.values()) yield* examples.keys()
    },
    size: () => size,
  }
}

function inOrder<T>(holder: Holder<T>): void {
  const sorted = [...holder.examples].sort(([, a], [, b]) => a - b)
  holder.examples = new Map(sorted)
  holder.since = sorted[0]?.[1] ?? 0
}
