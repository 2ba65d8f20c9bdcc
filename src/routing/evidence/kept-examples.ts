import { establishedWeight } from './conduct.ts'
import type { VoiceStanding } from './networks.ts'

type Spoken = { voice: string }
type Holder<T> = { isNewcomer: boolean; examples: Map<T, number> }

/** Newcomers, shadow agents among them, keep no more than this share of the room that the established need. */
const newcomersRoom = 0.1

/**
 * The examples in use, up to `most`. When there are more, the voice that holds most of them gives up its oldest: who floods displaces
 * what it said itself, and not what all others taught.
 */
export function createKeptExamples<T extends Spoken>(most: number, standingOf: (voice: string) => VoiceStanding) {
  const holders = new Map<string, Holder<T>>()
  const isNewcomer = (voice: string) => standingOf(voice).weight < establishedWeight
  let [size, turn] = [0, 0]

  function holderOf(voice: string): Holder<T> {
    const known = holders.get(voice)
    if (known) return known
    const holder: Holder<T> = { isNewcomer: isNewcomer(voice), examples: new Map() }
    holders.set(voice, holder)
    return holder
  }

  function leaves(): T | undefined {
    const all = [...holders]
    const newcomers = all.filter(([, holder]) => holder.isNewcomer)
    const theirs = newcomers.reduce((sum, [, { examples }]) => sum + examples.size, 0)
    const [voice, holder] = fullest(theirs > newcomersRoom * most ? newcomers : all) ?? []
    const [oldest] = holder?.examples.keys() ?? []
    if (voice === undefined || holder === undefined || oldest === undefined) return undefined
    holder.examples.delete(oldest)
    if (holder.examples.size === 0) holders.delete(voice)
    size--
    return oldest
  }

  return {
    /** Returns the one that made room, if any had to. */
    add(example: T): T | undefined {
      holderOf(example.voice).examples.set(example, turn++)
      return ++size > most ? leaves() : undefined
    },
    /** Hands what one voice said over to another, example by example. */
    rename(voice: string, renamed: (example: T) => T): void {
      const moved = holders.get(voice)
      holders.delete(voice)
      for (const [example, at] of moved?.examples ?? []) {
        const now = renamed(example)
        holderOf(now.voice).examples.set(now, at)
      }
      for (const holder of holders.values()) holder.examples = new Map([...holder.examples].sort(([, a], [, b]) => a - b))
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

/** Of those that hold as many, the one whose oldest is oldest. */
function fullest<T>(holders: readonly [string, Holder<T>][]): [string, Holder<T>] | undefined {
  let found: { one: [string, Holder<T>]; since: number } | undefined
  for (const one of holders) {
    const { examples } = one[1]
    const [since = 0] = examples.values()
    const held = found?.one[1].examples.size ?? 0
    if (!found || examples.size > held || (examples.size === held && since < found.since)) found = { one, since }
  }
  return found?.one
}
