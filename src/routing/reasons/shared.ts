import type { Profile } from '../../catalog/models.ts'
import type { Classification } from '../decision.ts'
import type { ModelChoice } from '../models/choice.ts'
import type { ModelCaps } from '../models/filter.ts'
import type { ToolCaps } from '../tools/filter.ts'
import type { Understanding } from '../understand/types.ts'
import type { RouteReason } from './codes.ts'

type Asked = { understanding: Understanding; classification: Classification; caps: ToolCaps & ModelCaps; profile: Profile }

/** How the task was read, as far as that differs from the usual. */
export function readingReasons({ understanding, classification }: Pick<Asked, 'understanding' | 'classification'>): RouteReason[] {
  return [
    ...(understanding.routerOrdersRemoved ? (['router_orders_ignored'] as const) : []),
    ...(classification.source === 'llm' ? (['llm_classified'] as const) : []),
  ]
}

/** Why a model was chosen, or that none was left. */
export function reasonsOfChoice(choice: ModelChoice): RouteReason[] {
  return choice.kind === 'none' ? ['no_model_left'] : choice.reasons
}

/** Every limit that was set for the call or for its agent, and the one that left no model. */
export function appliedConstraints({ caps, profile }: Pick<Asked, 'caps' | 'profile'>, choice: ModelChoice): string[] {
  const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined)
  const applied = new Set(Object.entries(caps).flatMap(([name, value]) => (isSet(value) ? [name] : [])))
  if (profile !== 'standard') applied.add('profile')
  if (choice.kind === 'none') applied.add(choice.emptied_by)
  return [...applied]
}
