import { noEvidence } from '../src/routing/ports.ts'
import type { ToolAsk } from '../src/routing/rank.ts'

/** A question for tools and nothing else: no product named, no caps, no memory, and of evidence only what was taught. */
export function plainAsk(text: string, taught?: ToolAsk['evidence']['taught']): ToolAsk {
  return {
    text,
    language: 'en',
    products: [],
    by_hand_probability: 0,
    system: null,
    tier: 'tool_agent',
    priority: 'best_value',
    caps: {},
    evidence: { ...noEvidence, ...(taught ? { taught } : {}) },
    memory: () => null,
  }
}
