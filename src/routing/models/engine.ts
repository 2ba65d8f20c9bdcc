import type { Model, Profile, TierMaps } from '../../catalog/models.ts'
import { clusterKey } from '../cluster.ts'
import type { Classification } from '../decision.ts'
import type { Evidence } from '../ports.ts'
import type { PriorityWord } from '../priority.ts'
import type { RouteReason } from '../reasons/codes.ts'
import { appliedConstraints, readingReasons, reasonsOfChoice } from '../reasons/shared.ts'
import { isSurelyToolWork, withoutTool } from '../tool-need.ts'
import type { Understanding } from '../understand/types.ts'
import { chooseModel, type ModelChoice } from './choice.ts'
import { estimateTokens, type TokenEstimate } from './cost.ts'
import type { ModelCaps } from './filter.ts'
import { judgedTask } from './rank.ts'

export type ModelRouteRequest = {
  understanding: Understanding
  unreadChars?: number
  classification: Classification
  priority: PriorityWord
  caps: ModelCaps
  profile: Profile
  chance?: number | undefined
}
export type ModelDecision = {
  choice: ModelChoice
  classification: Classification
  cluster: string
  tokens: TokenEstimate
  reasons: RouteReason[]
  constraints_applied: string[]
}

/** Tier and model for a task, whether or not a tool is also needed. */
export function decideModel(
  { understanding, unreadChars, classification, priority, caps, profile, chance }: ModelRouteRequest,
  parts: { models: readonly Model[]; tierMaps: TierMaps; evidence: Evidence },
): ModelDecision {
  const signals = isSurelyToolWork(classification, understanding)
    ? classification.signals
    : withoutTool(classification.signals, understanding)
  const tokens = estimateTokens(understanding.text, signals, unreadChars)
  const choice = chooseModel({ ...parts, signals, priority, caps, profile, tokens, evidence: parts.evidence.model, chance })
  return {
    choice,
    classification: { ...classification, signals },
    cluster: clusterKey(choice.tier, judgedTask(signals)),
    tokens,
    reasons: [...reasonsOfChoice(choice), ...readingReasons({ understanding, classification })],
    constraints_applied: appliedConstraints({ caps, profile }, choice),
  }
}
