import type { Complexity, Signals, Tier } from '../../catalog/models.ts'
import type { ModelPriority } from '../priority.ts'

/** The name under which a tier is recommended; which model it stands for depends on who asks, and for what. */
export const aliasOf = (tier: Tier): string => `waymark/${tier}`

const rank: Record<Complexity, number> = { trivial: 0, simple: 1, moderate: 2, complex: 3 }
const isAtLeast = (complexity: Complexity, least: Complexity): boolean => rank[complexity] >= rank[least]

function tierOfWork({ task_type, complexity, needs_tool, creative_writing }: Signals): Tier {
  if (needs_tool) return 'tool_agent'
  if (creative_writing) return 'creative_writing'
  switch (task_type) {
    case 'code':
      return isAtLeast(complexity, 'complex') ? 'reasoning_pro' : 'fast_code'
    case 'extraction':
    case 'classification':
      return isAtLeast(complexity, 'complex') ? 'reasoning_pro' : 'cheap_structured'
    case 'math':
    case 'reasoning':
    case 'planning':
    case 'agentic':
      return isAtLeast(complexity, 'simple') ? 'reasoning_pro' : 'cheap_chat'
    case 'analysis':
      return isAtLeast(complexity, 'moderate') ? 'reasoning_pro' : 'cheap_chat'
    case 'writing':
    case 'summarization':
    case 'translation':
    case 'qa':
    case 'chat':
      return isAtLeast(complexity, 'complex') ? 'reasoning_pro' : 'cheap_chat'
  }
}

/** Tiers that hold no model of the first rank, whatever the priority. */
const plainTiers: readonly Tier[] = ['cheap_chat', 'cheap_structured', 'fast_code']

const cheaperTier: Partial<Record<Tier, Tier>> = { reasoning_pro: 'cheap_chat', creative_writing: 'cheap_chat' }

export function chooseTier(signals: Signals, priority: ModelPriority): Tier {
  const tier = tierOfWork(signals)
  if (priority === 'highest_quality' && isAtLeast(signals.complexity, plainTiers.includes(tier) ? 'simple' : 'moderate'))
    return 'best_available'
  if (priority === 'lowest_cost' && !isAtLeast(signals.complexity, 'moderate')) return cheaperTier[tier] ?? tier
  return tier
}

// From the most to the least able: where a tier has nothing left under the caps, the nearest weaker tier stands in, then a stronger one.
const tiersByAbility: readonly Tier[] = [
  'best_available',
  'reasoning_pro',
  'tool_agent',
  'creative_writing',
  'fast_code',
  'cheap_structured',
  'cheap_chat',
]

export function substituteTiers(tier: Tier): Tier[] {
  const at = tiersByAbility.indexOf(tier)
  return [...tiersByAbility.slice(at + 1), ...tiersByAbility.slice(0, at).reverse()]
}

type Escalation = { tier: Tier; trigger: string }

const escalations: Record<Exclude<Tier, 'best_available'>, Escalation> = {
  cheap_chat: { tier: 'reasoning_pro', trigger: 'The answer is wrong, refused or rated below 6 of 10 twice in a row.' },
  cheap_structured: {
    tier: 'reasoning_pro',
    trigger: 'The output fails schema validation twice, or a required field is missing after one retry.',
  },
  fast_code: { tier: 'reasoning_pro', trigger: 'The code does not build or its tests still fail after two attempts.' },
  creative_writing: { tier: 'best_available', trigger: 'Two drafts in a row are rated below 7 of 10 or miss the brief.' },
  reasoning_pro: { tier: 'best_available', trigger: 'Two independent attempts disagree, or the result fails a check.' },
  tool_agent: {
    tier: 'best_available',
    trigger: 'Two tool calls in a row are malformed, or the run exceeds twice the expected number of steps.',
  },
}

/** Where to go when the tier's models are not good enough, and how that shows; null at the top. */
export function escalationOf(tier: Tier): Escalation | null {
  return tier === 'best_available' ? null : escalations[tier]
}
