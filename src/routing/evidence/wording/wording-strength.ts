import { isNewcomer } from '../conduct.ts'
import { capsOf, type VoiceStanding } from '../networks.ts'

/** How strongly the wording of a task may move the ranking. Each report stores at which of these strengths its tool would have come first. */
export const wordingStrengths = [0, 1 / 6, 1 / 3, 0.6, 1] as const
/** Used until enough have reported. */
const unprovenLevel = 1
const enoughVoices = 20
/** In standard errors. A strength must beat no wording at all by at least this much to be used. */
const clearly = 1.5

/** Only this many of the latest tasks count: verdicts from when little was known say little about the present. */
const mostTasks = 2000
const mostOfVoice = 20
/** An outcome of at least this value counts as right. */
export const leastRightValue = 0.5

export type Reported = { voice: string; task: string; value: number; first_at: number }
/**
 * What was reported about one task, as bits, one per strength: where the tool in first place was right, where it was wrong, and where
 * wording put a different tool first than would have come first without it.
 */
type Verdict = { voice: string; rightAt: number | null; wrongAt: number; apart: number }
type Judged = { weight: number; verdicts: Verdict[] }
/** The strength to use, and how often a tool was right that only wording put first; that is null until enough have reported. */
export type WordingTrust = { strength: number; trust: number | null }

const bitOf = (level: number) => 1 << level
const allLevels = bitOf(wordingStrengths.length) - 1
const unproven: WordingTrust = { strength: wordingStrengths[unprovenLevel], trust: null }
/** Until wording has put many tools first, it is assumed to be right half the time, as if this many tasks had been tried. */
const priorTasks = 4
const priorTrust = 0.5
/** The levels at which the subject comes first, as bits. */
export const firstAtBits = (firsts: readonly string[], subject: string) =>
  firsts.reduce((bits, first, level) => (first === subject ? bits | bitOf(level) : bits), 0)

/**
 * Finds out how much wording helps: where similarly worded tasks need different tools, it misleads. So each reported task is also a
 * verdict on every strength. They are counted again once a twentieth of the tasks, up to `most`, are new.
 */
export function createWordingStrength(most: number, standingOf: (voice: string) => VoiceStanding) {
  let verdicts = new Map<string, Verdict>()
  let news = 0
  let found = unproven

  return {
    add({ voice, task, value, first_at }: Reported): void {
      const key = `${voice}\n${task}`
      const verdict = verdicts.get(key) ?? { voice, rightAt: null, wrongAt: 0, apart: 0 }
      if (value >= leastRightValue) verdict.rightAt = (verdict.rightAt ?? 0) | first_at
      else verdict.wrongAt |= first_at
      verdict.apart |= first_at & bitOf(0) ? allLevels & ~first_at : first_at
      verdicts.set(key, verdict)
      news++
      const [oldest] = verdicts.keys()
      if (verdicts.size > most && oldest !== undefined) verdicts.delete(oldest)
    },
    leave({ voice, task }: Pick<Reported, 'voice' | 'task'>): void {
      verdicts.delete(`${voice}\n${task}`)
    },
    rename(voice: string, to: string): void {
      const renamed = (verdict: Verdict) => (verdict.voice === voice ? { ...verdict, voice: to } : verdict)
      verdicts = new Map(
        [...verdicts].map(([key, verdict]) => [verdict.voice === voice ? `${to}${key.slice(voice.length)}` : key, renamed(verdict)]),
      )
      news = verdicts.size
    },
    reweigh(): void {
      news = verdicts.size
    },
    trust(): WordingTrust {
      if (news > 0 && news >= verdicts.size / 20) {
        found = trustIn(judgedBy([...verdicts.values()].reverse(), standingOf))
        news = 0
      }
      return found
    },
  }
}

/** The latest verdicts of each voice of good standing, and of a network those of the voices that spoke last. */
function judgedBy(latest: readonly Verdict[], standingOf: (voice: string) => VoiceStanding): Judged[] {
  const voices = new Map<string, Judged | null>()
  const perNetwork = new Map<string, number>()
  let tasks = 0
  for (const verdict of latest) {
    const known = voices.get(verdict.voice)
    const judged = known === undefined ? admitted(standingOf(verdict.voice), perNetwork) : known
    voices.set(verdict.voice, judged)
    if (!judged || judged.verdicts.length === mostOfVoice) continue
    judged.verdicts.push(verdict)
    if (++tasks === mostTasks) break
  }
  return [...voices.values()].filter((judged) => judged !== null)
}

function admitted({ weight, network }: VoiceStanding, perNetwork: Map<string, number>): Judged | null {
  const caps = capsOf(network).map(({ name, most }) => ({ name, most, neighbours: perNetwork.get(name) ?? 0 }))
  if (isNewcomer({ weight }) || caps.some(({ neighbours, most }) => neighbours >= most)) return null
  for (const { name, neighbours } of caps) perNetwork.set(name, neighbours + 1)
  return { weight, verdicts: [] }
}

/** If one tool was right, any other first was wrong; if none was, tools that were not tried are unknown. */
function markAt({ rightAt, wrongAt }: Verdict, level: number): number {
  if (rightAt !== null) return rightAt & bitOf(level) ? 1 : -1
  return wrongAt & bitOf(level) ? -1 : 0
}

/** Of the voices for whom a strength made a difference, those with the largest count for no more than the rest. */
const largest = 0.25

/**
 * How much more often a strength was right for each voice than none. Otherwise a few who report only where it makes a difference, and lie,
 * would outweigh all who report whatever they ask.
 */
function gainsAt(level: number, voices: readonly Judged[]): number[] {
  const gains = voices.map(({ weight, verdicts }) => weight * mean(verdicts.map((one) => markAt(one, level) - markAt(one, 0))))
  const sizes = gains.flatMap((gain) => Math.abs(gain) || []).sort((a, b) => a - b)
  const most = sizes[Math.floor((1 - largest) * sizes.length)] ?? 0
  return gains.map((gain) => Math.sign(gain) * Math.min(most, Math.abs(gain)))
}

/** Each voice counts once, by the mean of its verdicts. */
function trustIn(voices: readonly Judged[]): WordingTrust {
  if (voices.length < enoughVoices) return unproven
  let [best, most] = [0, 0]
  for (let level = 1; level < wordingStrengths.length; level++) {
    const gains = gainsAt(level, voices)
    const total = gains.reduce((sum, gain) => sum + gain, 0)
    const least = clearly * Math.sqrt(gains.reduce((sum, gain) => sum + gain * gain, 0))
    if (total > least && total > most) [best, most] = [level, total]
  }
  return { strength: wordingStrengths[best] ?? 0, trust: rightAlone(voices, best) }
}

function rightAlone(voices: readonly Judged[], level: number): number {
  let [right, tasks] = [priorTasks * priorTrust, priorTasks]
  for (const { verdicts } of voices) {
    const marks = verdicts.filter(({ apart }) => apart & bitOf(level)).flatMap((one) => markAt(one, level) || [])
    if (marks.length === 0) continue
    right += mean(marks.map((mark) => (mark > 0 ? 1 : 0)))
    tasks++
  }
  return right / tasks
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
