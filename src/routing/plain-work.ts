import type { Signals } from '../catalog/models.ts'
import type { Classification } from './decision.ts'
import type { Understanding } from './understand/types.ts'

// A caller that asks for a model alone usually has the text at hand, so a weak sign that a tool is needed does not count.
const leastForTool = 0.65

/** Whether work that a model could do alone is done with tools anyway. */
export function isSurelyToolWork({ signals, source }: Classification, { needsToolProbability }: Understanding): boolean {
  return signals.needs_tool && (source === 'llm' || needsToolProbability >= leastForTool)
}

/** The same work, done by a language model alone. */
export function withoutTool(signals: Signals, { plainType }: Understanding): Signals {
  return { ...signals, needs_tool: false, task_type: signals.task_type === 'agentic' ? plainType : signals.task_type }
}
