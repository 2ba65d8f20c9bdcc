import type { Signals } from '../src/catalog/models.ts'
import { EvidenceBook } from '../src/routing/evidence/book.ts'
import { learnFrom } from '../src/routing/evidence/learn.ts'
import { modelEvidence } from '../src/routing/evidence/lookups.ts'
import type { Outcome } from '../src/routing/evidence-sink.ts'
import { gaussian } from '../src/routing/explore.ts'
import { chooseModel } from '../src/routing/models/choice.ts'
import { estimateTokens } from '../src/routing/models/cost.ts'
import { judgedTask } from '../src/routing/models/rank.ts'
import type { PriorityWord } from '../src/routing/priority.ts'
import { dayMs } from '../src/storage/days.ts'
import { blankModels } from './model-set.ts'

export type ReadPrompt = { text: string; signals: Signals }
/** Chooses by what it was told of its own choices and nothing else. */
export type Policy = { choose: (prompt: ReadPrompt) => number; learn: (prompt: ReadPrompt, model: number, score: number) => void }

const startMs = Date.UTC(2026, 5, 1)
const stepMs = 20 * 60_000

/** What is the same in every report of a replay. */
const reported = {
  kind: 'model',
  network: '',
  latency_ms: null,
  cost_usd: null,
  input_tokens: null,
  output_tokens: null,
  source: 'model_report',
  evidence: 1,
} as const

/** The service's own choice over its own evidence. Each outcome comes from another agent of good standing, twenty minutes apart. */
export function servedPolicy(names: readonly string[], priority: PriorityWord, random: () => number): Policy {
  const slugs = names.map((_, i) => `model-${i}`)
  const { models, tierMaps } = blankModels(slugs)
  const book = new EvidenceBook()
  let step = 0
  const nowMs = () => startMs + step * stepMs
  const evidence = modelEvidence({ book, nowMs, slugs: () => slugs })
  let tier = ''
  return {
    choose({ text, signals }) {
      const tokens = estimateTokens(text, signals)
      const request = { signals, priority, caps: {}, profile: 'standard', tokens, models, tierMaps, evidence, chance: random() } as const
      const choice = chooseModel(request)
      if (choice.kind === 'none') throw new Error('No model was left to choose.')
      tier = choice.tier
      return slugs.indexOf(choice.primary.slug)
    },
    learn({ signals }, model, score) {
      const voice = `agent-${step}`
      book.setConduct(voice, {
        network: `10.${step >> 16}.${(step >> 8) & 255}.${step & 255}`,
        first_at_ms: nowMs() - 60 * dayMs,
        days: 20,
        last_day: '',
        linked: 20,
        agreement: null,
        shadow: false,
        anonymous: false,
      })
      const outcome: Outcome = {
        ...reported,
        outcome_id: voice,
        decision_id: voice,
        agent_identity_id: voice,
        subject: slugs[model]!,
        cluster: `${tier}:${judgedTask(signals)}`,
        outcome: score >= 0.5 ? 'success' : 'failure',
        success: score,
        quality: 10 * score,
        reported_at: new Date(nowMs()).toISOString(),
      }
      const standing = { agent_identity_id: voice, trust_score: 60, verified_at: null }
      learnFrom(book, [{ outcome, standing }], { eraAt: () => '', networkOf: (network) => network })
      step++
    },
  }
}

const tried = 0.1

/** Takes the best so far, and any other one time in ten. */
export function epsilonGreedy(names: readonly string[], random: () => number): Policy {
  const count = names.map(() => 0)
  const sum = names.map(() => 0)
  return {
    choose() {
      if (random() < tried) return Math.floor(random() * names.length)
      const mean = count.map((n, i) => (n > 0 ? sum[i]! / n : 1))
      return mean.indexOf(Math.max(...mean))
    },
    learn(_, model, score) {
      count[model]!++
      sum[model]! += score
    },
  }
}

/** Thompson sampling with a beta posterior for each model within each type of task. */
export function thompsonPerCluster(names: readonly string[], random: () => number): Policy {
  const clusters = new Map<string, { won: number; lost: number }[]>()
  const of = ({ signals: { task_type } }: ReadPrompt) => {
    const known = clusters.get(task_type) ?? names.map(() => ({ won: 1, lost: 1 }))
    clusters.set(task_type, known)
    return known
  }
  return {
    choose(prompt) {
      const drawn = of(prompt).map(({ won, lost }) => beta(won, lost, random))
      return drawn.indexOf(Math.max(...drawn))
    },
    learn(prompt, model, score) {
      const arm = of(prompt)[model]!
      arm.won += score
      arm.lost += 1 - score
    },
  }
}

function beta(a: number, b: number, random: () => number): number {
  const x = gamma(a, random)
  return x / (x + gamma(b, random))
}

function gamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3
  for (;;) {
    const x = gaussian(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}
