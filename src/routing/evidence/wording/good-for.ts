import { isNewcomer } from '../conduct.ts'
import type { VoiceStanding } from '../networks.ts'
import { createKeptExamples } from './kept-examples.ts'
import { createLikeness, type Likeness } from './likeness.ts'
import { createPairs, type Example } from './pairs.ts'
import type { TaskSketch } from './sides.ts'
import { createWordingStrength, type WordingTrust } from './wording-strength.ts'

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

const mostCounted = 100

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
