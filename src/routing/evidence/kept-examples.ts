import { establishedWeight } from './conduct.ts'
import type { VoiceStanding } from './networks.ts'

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
  const isNewcomer = (voice: string) => standingOf(voice).weight < establishedWeight
  let [size, turn] = [0, 0]

  function hold(example: T, place: number): Holder<T> {
    const { voice } = example
    const holder = holders.get(voice) ?? { voice, isNewcomer: isNewcomer(voice), examples: new Map(), since: place }
    holder.examples.set(example, place)
    holders.set(voice, holder)
    return holder
  }

  /** Of those that hold as many, the one whose oldest is oldest; among the newcomers once they hold too much. */
  function fullest(): Holder<T> | undefined {
    let [all, newcomers]: (Holder<T> | undefined)[] = []
    let theirs = 0
    for (const holder of holders.values()) {
      if (isFuller(holder, all)) all = holder
      if (!holder.isNewcomer) continue
      if (isFuller(holder, newcomers)) newcomers = holder
      theirs += holder.examples.size
    }
    return theirs > newcomersRoom * most ? newcomers : all
  }

  function makeRoom(): T | undefined {
    const holder = fullest()
    const [oldest] = holder?.examples.keys() ?? []
    if (!holder || oldest === undefined) return undefined
    holder.examples.delete(oldest)
    holder.since = holder.examples.values().next().value ?? 0
    if (holder.examples.size === 0) holders.delete(holder.voice)
    size--
    return oldest
  }

  return {
    /** Returns the one that made room, if any had to. */
    add(example: T): T | undefined {
      hold(example, turn++)
      return ++size > most ? makeRoom() : undefined
    },
    /** Hands what one voice said over to another, example by example. */
    rename(voice: string, renamed: (example: T) => T): void {
      const moved = holders.get(voice)
      holders.delete(voice)
      const heirs = new Set<Holder<T>>()
      for (const [example, place] of moved?.examples ?? []) heirs.add(hold(renamed(example), place))
      for (const heir of heirs) inOrder(heir)
    },
    reweigh(): void {
      for (const [voice, holder] of holders) holder.isNewcomer = isNewcomer(voice)
    },
    *all(): Generator<T> {
      for (const { examples } of holders.values()) yield* examples.keys()
    },
    size: () => size,
  }
}

function isFuller<T>({ examples, since }: Holder<T>, than: Holder<T> | undefined): boolean {
  if (!than) return true
  return examples.size > than.examples.size || (examples.size === than.examples.size && since < than.since)
}

function inOrder<T>(holder: Holder<T>): void {
  const sorted = [...holder.examples].sort(([, a], [, b]) => a - b)
  holder.examples = new Map(sorted)
  holder.since = sorted[0]?.[1] ?? 0
}
