import { scoresFrom } from '../../src/catalog/scores.ts'
import { EvidenceBook } from '../../src/routing/evidence/book.ts'
import { comparing } from '../../src/routing/evidence/compare-part.ts'
import { componentsFrom } from '../../src/routing/evidence/components.ts'
import type { Conduct } from '../../src/routing/evidence/conduct.ts'
import { learnFrom } from '../../src/routing/evidence/learn.ts'
import type { AcceptedOutcome } from '../../src/routing/evidence-sink.ts'
import { dayMs } from '../../src/storage/days.ts'
import { worst } from './finding.ts'

export const nowMs = Date.UTC(2026, 10, 2, 12)
const middling = { output_quality: 6, reliability: 6, efficiency: 6, cost: 6, trust: 6 }

const established: Conduct = {
  network: '',
  first_at_ms: nowMs - 60 * dayMs,
  days: 20,
  last_day: '2026-11-01',
  linked: 20,
  agreement: null,
  shadow: false,
  anonymous: false,
}
export const newcomer: Conduct = { ...established, first_at_ms: nowMs, days: 0, last_day: '', linked: 0 }

export type Said = {
  voice: string
  network: string
  subject: string
  quality: number
  reports: number
  at?: number
  trust?: number
  latency_ms?: number
  /** The share of the reports that say it succeeded; without it, each says so in part. */
  success?: number
  /** On a model, at this type of task. */
  model_task?: string
  /** On a tool, at this kind of work. */
  work?: string
}

/** Agents and what they say, kept by the same code as in the service. */
export class Town {
  readonly book = new EvidenceBook()
  private outcomes = 0

  /** Makes a voice one of good standing, but for what is given of its conduct. */
  settle({ voice, network }: Voice, conduct: Partial<Conduct> = {}): void {
    this.book.setConduct(voice, { ...established, network, ...conduct })
  }

  say({
    voice,
    network,
    subject,
    quality,
    reports,
    at = nowMs,
    trust = 60,
    latency_ms,
    success,
    model_task,
    work = 'web-search',
  }: Said): void {
    const isAnonymous = voice.startsWith('network:')
    const standing = { agent_identity_id: voice, trust_score: trust, verified_at: null }
    const accepted = Array.from(
      { length: reports },
      (_, report): AcceptedOutcome => ({
        standing: isAnonymous ? null : standing,
        outcome: {
          outcome_id: `outcome-${this.outcomes++}`,
          kind: model_task === undefined ? 'tool' : 'model',
          subject,
          agent_identity_id: isAnonymous ? null : voice,
          network,
          outcome: quality >= 5 ? 'success' : 'failure',
          success: success === undefined ? quality / 10 : Number(report + 0.5 < success * reports),
          quality,
          latency_ms: latency_ms ?? null,
          cost_usd: null,
          input_tokens: null,
          output_tokens: null,
          decision_id: null,
          cluster: model_task === undefined ? `tool_agent:${work}` : `fast_code:${model_task}`,
          source: model_task === undefined ? 'report' : 'model_report',
          evidence: 1,
          reported_at: new Date(at).toISOString(),
        },
      }),
    )
    learnFrom(this.book, accepted, { eraAt: () => '', networkOf: (given) => given })
  }

  compare(at = nowMs): void {
    comparing(this.book, [], at).forEach(() => {})
  }

  /** What rankings go by. */
  overall(subject: string): number {
    const seen = this.book.overall('tool', subject, nowMs)
    return scoresFrom(seen ? componentsFrom(middling, seen) : middling, 1).overall_score
  }

  score(subject: string, of: keyof typeof middling = 'output_quality'): number {
    const seen = this.book.overall('tool', subject, nowMs)
    return seen ? componentsFrom(middling, seen)[of] : middling[of]
  }
}

/** Who speaks, each from a network of its own. */
type Voice = Pick<Said, 'voice' | 'network'>
export const honestAgent = (i: number): Voice => ({ voice: `honest-${i}`, network: `10.0.${i >> 8}.${i & 255}` })
export const sybil = (i: number): Voice => ({ voice: `sybil-${i}`, network: `198.51.${i >> 8}.${i & 255}` })
export const colluder = (i: number): Voice => ({ voice: `colluder-${i}`, network: `192.0.2.${i}` })

/** Honest judgements lie around the truth as people's do. */
export const judged = (truth: number, i: number) => Math.min(10, Math.max(0, truth + 1.2 * (((i * 0.618034) % 1) - 0.5)))

export const truths = { good: 7.67, worse: 7 }

/** Agents of good standing, each with five reports on each of two tools whose true gap is 0.67. */
export function honestTown(agents: number, subjects: Record<string, number> = truths): Town {
  const town = new Town()
  for (let i = 0; i < agents; i++) {
    const who = honestAgent(i)
    town.settle(who)
    for (const [subject, truth] of Object.entries(subjects)) town.say({ ...who, subject, quality: judged(truth, i), reports: 5 })
  }
  return town
}

export const everyDays = 6

/** Agents of good standing that report on both tools, or models, every few days and have been silent for some. */
export function sparseTown(agents: number, { silentDays = 0, ...task }: { silentDays?: number; model_task?: string }): Town {
  const town = new Town()
  for (let i = 0; i < agents; i++) {
    const who = { ...task, ...honestAgent(i), reports: 1 }
    town.settle(who)
    for (let report = 0; report < 5; report++) {
      const at = nowMs - silentDays * dayMs - everyDays * dayMs * (report + ((i * 0.618034) % 1))
      for (const [subject, truth] of Object.entries(truths)) town.say({ ...who, subject, quality: judged(truth, i), at })
    }
  }
  return town
}

/** 1 when the worse tool came out ahead. */
export const flipped = (town: Town) => (town.score('good') > town.score('worse') ? 0 : 1)

/** By how much the score of either tool differs, at most. */
export const movedFrom = (calm: Town, town: Town) =>
  worst(Object.keys(truths).map((subject) => Math.abs(town.score(subject) - calm.score(subject))))
