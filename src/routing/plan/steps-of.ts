import type { RoutingCatalog } from '../ports.ts'
import { leftAfter, priceOf } from '../run-cost.ts'
import { chancesOf } from '../told-steps.ts'
import { blamingCapsFairly } from '../tools/blamed-caps.ts'
import { activeToolCaps } from '../tools/filter.ts'
import type { SingleTool } from '../tools/fit/fit.ts'
import { byKindOfWork } from '../tools/kinds/kind-of-work.ts'
import { capabilitiesOfSystem } from '../tools/kinds/system-capabilities.ts'
import { bestSlug, type ToolAsk } from '../tools/rank.ts'
import { toldAction } from '../understand/steps/steps.ts'
import type { ProductMention, Understanding } from '../understand/types.ts'
import { seek } from './seek.ts'
import type { Chosen } from './settle.ts'
import { toldActions } from './told-actions.ts'

/** A step of a plan: what is done, the kinds of tool that its words or a language model told, and what was found for it. */
export type PlanStep = SingleTool & { action: string; kinds: readonly string[]; products: readonly ProductMention[] }

/** A task as it was read, and what it is asked of. */
export type PlanAsk = { understanding: Understanding; ask: ToolAsk; catalog: RoutingCatalog }

// A step says less than a task, so its kind only helps where its words leave the tool well in doubt.
const inDoubt = 0.6

/**
 * Pieces after a step, up to the next one, are part of it; so are instructions before the first step. Each step leaves less of the cost cap
 * for the next.
 */
export function stepsOf({ sought, starts }: Chosen, { understanding, ask, catalog }: PlanAsk): PlanStep[] {
  const isCapped = activeToolCaps(ask.caps).length > 0
  const steps: PlanStep[] = []
  let left = ask.caps.max_cost_usd
  for (const [at, start] of starts.entries()) {
    const { piece, ...uncapped } = sought[start]!
    const next = starts[at + 1]
    const before = at === 0 ? sought.slice(0, start).flatMap(({ piece: { instructs, action } }) => (instructs ? [action] : [])) : []
    const more = sought.slice(start + 1, next).map(({ piece: { text } }) => text)
    const action = [...before, piece.action, ...more].join(', ')
    const byWords = isCapped ? seek(piece, { ...ask, caps: { ...ask.caps, max_cost_usd: left } }, catalog) : uncapped
    const { toldKinds } = piece
    const kinds = () => (toldKinds ? chancesOf(toldKinds) : understanding.kindsOf(action))
    const isInDoubt = toldKinds !== undefined || byWords.fit.confidence < inDoubt
    const byKind = isInDoubt ? byKindOfWork(byWords, { kinds }, byWords.ask, catalog) : byWords
    // Two steps in a row with the same tool would be one.
    const isBeside = [steps.at(-1), sought[next ?? -1]].some((step) => step && bestSlug(step.ranking) === bestSlug(byKind.ranking))
    const withoutCaps = () => byKindOfWork(uncapped, { kinds }, uncapped.ask, catalog)
    const { ranking, fit } = blamingCapsFairly(isBeside ? byWords : byKind, withoutCaps)
    const [winner] = ranking.ranked
    left = leftAfter(left, fit.fits && winner ? priceOf(winner) : 0)
    const products = sought.slice(start, next).flatMap(({ piece: { products } }) => products)
    const told = toldKinds ?? [...capabilitiesOfSystem(piece.system)]
    steps.push({ action, kinds: told, products, ranking, fit })
  }
  const told = toldActions(steps.map(({ action }) => toldAction(action)))
  return steps.map((step, at) => ({ ...step, action: told[at]! }))
}
