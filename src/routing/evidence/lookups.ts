import type { ScoresProvider } from '../../catalog/listing.ts'
import type { TaskType } from '../../catalog/models.ts'
import { scoresFrom } from '../../catalog/scores.ts'
import type { EvidenceLookup, ModelEvidence } from '../models/rank.ts'
import type { Evidence, ToolEvidence } from '../ports.ts'
import { type EvidenceBook, freshMs, restMsAmong, type Work } from './book.ts'
import { componentsFrom } from './components.ts'
import { type Estimate, shareHeard } from './estimate.ts'
import { type Location, nowhere, withinReach } from './robust.ts'

/** How many voices of the whole count as much as the cluster's own: under that, a cluster leans on what is known everywhere. */
const leanOnWhole = 3

function shrunk(own: Estimate | undefined, whole: Estimate, of: 'success' | 'quality'): { mean: number; n: number } {
  const near = own?.[of] ?? nowhere
  const far = whole[of]
  const weight = near.weight * shareHeard(near.weight, Math.max(0, far.weight - near.weight))
  const lean = Math.min(leanOnWhole, Math.max(0, far.weight - weight))
  const n = weight + lean
  return { mean: n > 0 ? (near.mean * weight + far.mean * lean) / n : 0, n }
}

/** Half outcome, half quality: a tool that answers badly is no better than one that fails. */
export function toolEvidence(book: EvidenceBook, nowMs: () => number): Evidence['tool'] {
  return (slug, cluster): ToolEvidence | null => {
    const now = nowMs()
    const whole = book.overall('tool', slug, now)
    if (!whole || whole.voices === 0) return null
    const signal = cluster.slice(cluster.indexOf(':'))
    const own = book.within({ kind: 'tool', subject: slug }, { name: signal, isMeant: (name) => name.endsWith(signal) }, now)
    const success = shrunk(own, whole, 'success')
    const quality = shrunk(own, whole, 'quality')
    if (success.n <= 0) return null
    return { mean: 0.5 * success.mean + 0.5 * (quality.n > 0 ? quality.mean / 10 : success.mean), n_effective: success.n }
  }
}

/** Reports on an earlier definition count in parts. */
const wholeReports = ({ reports }: Estimate) => Math.max(1, Math.round(reports))

/** The scores that the catalog shows in place of the priors. */
export function reportedScores(book: EvidenceBook, nowMs: () => number): ScoresProvider {
  return {
    version: () => book.version(),
    changedSince: (version) => book.changedSince('tool', version),
    moment: () => Math.floor(nowMs() / freshMs),
    reportedOn: () => book.subjects('tool'),
    scoresOf(entry, prior) {
      const seen = book.overall('tool', entry.slug, nowMs())
      return seen && seen.voices > 0 ? scoresFrom(componentsFrom(prior, seen), wholeReports(seen)) : undefined
    },
  }
}

/** Reports of a task type weigh against the whole as much as this many of a model's own. */
const leanOnModel = 40
const leanOnNone = 2

/** The models that are compared, and the reports on them. */
export type ModelEvidenceOptions = { book: EvidenceBook; nowMs: () => number; slugs: () => readonly string[] }

/**
 * A model's quality at a task type is what it shows everywhere, moved by how much better or worse than there it does at this type
 * of task. That some types are harder for every model alike is taken out, so that nobody gains by being tried on easy work.
 */
export function modelEvidence({ book, nowMs, slugs }: ModelEvidenceOptions): EvidenceLookup {
  let hardness = new Map<string, number>()
  let [version, madeAt] = [-1, 0]

  function at(slug: string, taskType: TaskType, now: number): Location {
    return book.within({ kind: 'model', subject: slug }, ofType(taskType), now)?.usual_quality ?? nowhere
  }
  function hardnessOf(taskType: TaskType, now: number): number {
    const isOld = Math.abs(now - madeAt) >= restMsAmong(book.voiceCount())
    if (book.version() !== version && isOld) [hardness, version, madeAt] = [new Map(), book.version(), now]
    const known = hardness.get(taskType)
    if (known !== undefined) return known
    const found = hardnessAmong(
      ownShares(book, slugs(), taskType, now).map(([slug, share]) => {
        const own = at(slug, taskType, now)
        return { ...own, share, offset: own.mean - (book.overall('model', slug, now)?.usual_quality.mean ?? own.mean) }
      }),
    )
    hardness.set(taskType, found)
    return found
  }
  return (slug: string, taskType: TaskType): ModelEvidence | null => {
    const now = nowMs()
    const whole = book.overall('model', slug, now)
    if (!whole || whole.quality.weight <= 0) return null
    const own = at(slug, taskType, now)
    const offset = own.mean - whole.usual_quality.mean - hardnessOf(taskType, now)
    const { mean, weight } = whole.quality
    return { mean_quality: mean + (offset * own.weight) / (own.weight + leanOnModel), n_effective: weight }
  }
}

/** Models differ by about this much in what they are good at. */
const usualOffset = 0.8

type Offset = Location & { share: number; offset: number }

/**
 * How much worse or better than elsewhere most models do at a type of task. A model that is said to do quite otherwise than most is left
 * out, as far as that is not chance: those who are alone on some models would otherwise make the type seem easy or hard for all.
 */
function hardnessAmong(models: readonly Offset[]): number {
  const heard = models.map(({ offset, weight, share }) => ({ value: offset, weight: share * weight, reports: weight }))
  const total = heard.reduce((sum, { weight }) => sum + weight, 0)
  if (total <= 0) return 0
  const noise = models.reduce((sum, { spread }, i) => sum + heard[i]!.weight * spread ** 2, 0) / total
  let [sum, weight] = [0, leanOnNone]
  for (const near of withinReach(heard, usualOffset, noise)) {
    sum += near.weight * near.value
    weight += near.weight
  }
  return sum / weight
}

const ofType = (taskType: TaskType): Work => ({ name: taskType, isMeant: (cluster) => cluster.endsWith(`:${taskType}`) })

/**
 * How much of what was said of each model at a task type counts for all of them together. A voice counts once, on however many models
 * it speaks; newcomers, who have an allowance on each, do not count.
 */
function ownShares(book: EvidenceBook, slugs: readonly string[], taskType: TaskType, now: number): [string, number][] {
  const heard = slugs.map((slug) => book.establishedIn({ kind: 'model', subject: slug }, ofType(taskType), now))
  const spokenOn = new Map<string, number>()
  for (const voices of heard) for (const voice of voices) spokenOn.set(voice, (spokenOn.get(voice) ?? 0) + 1)
  return slugs.flatMap((slug, i) => {
    const shares = [...heard[i]!].map((voice) => 1 / spokenOn.get(voice)!)
    return shares.length === 0 ? [] : [[slug, shares.reduce((sum, share) => sum + share, 0) / shares.length]]
  })
}
