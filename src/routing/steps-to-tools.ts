import { type Fit, fitOf } from './abstain.ts'
import { searchableText } from './other-languages.ts'
import type { RoutingCatalog } from './ports.ts'
import { type Ranking, rankTools, type ToolAsk } from './rank.ts'
import { leftAfter, priceOf } from './run-cost.ts'
import { splitByProducts } from './split-products.ts'
import { isDoingVerb } from './understand/action-verbs.ts'
import type { Step } from './understand/types.ts'

export type ResolvedStep = { step: Step; ranking: Ranking; fit: Fit }

/** One ranking for each step that needs a tool, in order; steps a model does by itself are left to the model. */
export function resolveSteps(steps: readonly Step[], ask: ToolAsk, catalog: RoutingCatalog): ResolvedStep[] {
  const resolved: ResolvedStep[] = []
  let spendable = ask.caps.max_cost_usd
  for (const step of steps.filter(({ needs_tool }) => needs_tool).flatMap(splitByProducts)) {
    const previous = resolved.at(-1)
    if (previous && goesOn(step, previous.step)) {
      resolved[resolved.length - 1] = withMore(previous, step)
      continue
    }
    const caps = { ...ask.caps, max_cost_usd: spendable }
    const stepAsk = {
      ...ask,
      text: step.text,
      query: searchableText(step.action, ask.language),
      products: step.products,
      system: step.system,
      caps,
      similarities: null,
      parts: [],
    }
    const ranking = rankTools(stepAsk, catalog)
    const fit = fitOf(ranking, stepAsk)
    if (step.is_guess && !isStepOfItsOwn({ step, ranking, fit }, previous)) continue
    if (previous && staysThere({ step, ranking, fit }, previous)) {
      resolved[resolved.length - 1] = withMore(previous, step)
      continue
    }
    spendable = leftAfter(spendable, costOf({ ranking, fit }))
    resolved.push({ step, ranking, fit })
  }
  return resolved
}

const likely = 0.5

/** A part of the text that was only guessed to be a step is one if it likely has a tool, and another than the part before. */
function isStepOfItsOwn({ ranking, fit }: ResolvedStep, previous: ResolvedStep | undefined): boolean {
  const slug = ranking.ranked[0]?.entry.slug
  return fit.fits && fit.confidence >= likely && slug !== previous?.ranking.ranked[0]?.entry.slug
}

function costOf({ ranking, fit }: Omit<ResolvedStep, 'step'>): number {
  const [winner] = ranking.ranked
  return fit.fits && winner ? priceOf(winner) : 0
}

const onlyPronoun = /^\p{L}+ (?:it|them|these|those|that|this)\b(?! \p{L}+(?:s|ed)\b)/iu

/**
 * "Open an issue in GitHub, then close it": the second step works where the first one did. So does one that tells no other
 * place: "list my overdue tasks and push them all to Monday".
 */
function goesOn(step: Step, previous: Step): boolean {
  if (step.products.length > 0) return false
  if (step.system === null) return onlyPronoun.test(step.text) && !isDoingVerb(step.text.slice(0, step.text.indexOf(' ')).toLowerCase())
  return step.system === previous.system && previous.products.length > 0
}

const likelyElsewhere = 0.6

/**
 * "Search our Slack for the decision, open that thread and reply there": a step that names no place of its own goes on where the
 * one before it was told to be done, unless it likely has a tool and that place is none of those that come into question.
 */
function staysThere({ step, ranking, fit }: ResolvedStep, previous: ResolvedStep): boolean {
  const there = previous.ranking.ranked[0]?.entry.slug
  if (step.products.length > 0 || step.system !== null || previous.step.products.length === 0 || !previous.fit.fits) return false
  return fit.confidence < likelyElsewhere || ranking.ranked.some(({ entry }) => entry.slug === there)
}

function withMore(resolved: ResolvedStep, { text, action }: Step): ResolvedStep {
  const { step } = resolved
  return { ...resolved, step: { ...step, text: `${step.text}, ${text}`, action: `${step.action}, ${action}` } }
}

export function distinctTools(resolved: readonly ResolvedStep[]): Set<string> {
  return new Set(resolved.flatMap(({ ranking, fit }) => (fit.fits ? (ranking.ranked[0]?.entry.slug ?? []) : [])))
}
