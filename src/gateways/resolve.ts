import { isProvider, type Model, type Profile, type Provider, type Signals, type Tier, tierNames } from '../catalog/models.ts'
import type { RouteParts } from '../routing/engine.ts'
import { chooseModel } from '../routing/models/choice.ts'
import { estimateTokens } from '../routing/models/cost.ts'

export type TierModels = { tier: Tier; tier_description: string; models: [Model, ...Model[]] }

/** The work each tier is for; an alias has no task of its own to be judged by. */
const typicalWork: Record<Tier, Signals> = {
  cheap_chat: { task_type: 'chat', complexity: 'simple', needs_tool: false, creative_writing: false },
  cheap_structured: { task_type: 'extraction', complexity: 'simple', needs_tool: false, creative_writing: false },
  fast_code: { task_type: 'code', complexity: 'moderate', needs_tool: false, creative_writing: false },
  creative_writing: { task_type: 'writing', complexity: 'moderate', needs_tool: false, creative_writing: true },
  reasoning_pro: { task_type: 'reasoning', complexity: 'complex', needs_tool: false, creative_writing: false },
  tool_agent: { task_type: 'agentic', complexity: 'moderate', needs_tool: true, creative_writing: false },
  best_available: { task_type: 'reasoning', complexity: 'complex', needs_tool: false, creative_writing: false },
}

type Limits = { profile: Profile; providers: readonly Provider[] }
type ModelParts = Pick<RouteParts, 'models' | 'tierMaps' | 'evidence'>

/** Every tier with its model and fallbacks under the limits; a tier that has nothing left is not listed. */
export function resolveTiers(parts: ModelParts, { profile, providers }: Limits): TierModels[] {
  return tierNames.flatMap((tier) => {
    const signals = typicalWork[tier]
    const choice = chooseModel({
      signals,
      tier,
      caps: { available_providers: providers },
      profile,
      tokens: estimateTokens('', signals),
      models: parts.models,
      tierMaps: parts.tierMaps,
      evidence: parts.evidence.model,
    })
    if (choice.kind === 'none') return []
    const { tier_description } = parts.tierMaps.tiers[tier]
    return [{ tier, tier_description, models: [choice.primary, ...choice.fallback_chain] }]
  })
}

export function providersIn(text: string): { known: Provider[]; unknown: string[] } {
  const named = text.split(',').flatMap((part) => part.trim() || [])
  return { known: named.filter(isProvider), unknown: named.filter((name) => !isProvider(name)) }
}
