import { noEvidence, noMemory } from '../src/routing/ports.ts'
import { searchableText } from '../src/routing/tools/query/searchable-text.ts'
import type { ToolAsk } from '../src/routing/tools/rank.ts'
import type { Understanding } from '../src/routing/understand/types.ts'

const withoutWishes = { tier: 'tool_agent', priority: 'best_value', caps: {}, evidence: noEvidence, memory: noMemory } as const

/** A question for tools and nothing else: no product named, no caps, no memory, and of evidence only what was taught. */
export function plainAsk(text: string, taught?: ToolAsk['evidence']['taught']): ToolAsk {
  const evidence = { ...noEvidence, ...(taught ? { taught } : {}) }
  return { ...withoutWishes, text, query: text, language: 'en', products: [], byHandProbability: 0, system: null, evidence }
}

/** What the engine asks the catalog for a task without any wishes of the caller. */
export function askFor({ text, whole, language, products, byHandProbability, system }: Understanding): ToolAsk {
  return { ...withoutWishes, text, query: searchableText(whole, language, products), language, products, byHandProbability, system }
}
