import type { Signals } from '../catalog/models.ts'
import type { Classification } from './decision.ts'
import type { Understanding } from './understand/types.ts'

// A caller that asks for a model alone usually has the text at hand, so a weak sign that a tool is needed does not count.
const leastForTool = 0.65

/** Whether work that a model could do alone is done with tools anyway. */
export function isSurelyToolWork({ signals, source }: Classification, { needs_tool_probability }: Understanding): boolean {
  return signals.needs_tool && (source === 'llm' || needs_tool_probability >= leastForTool)
}

/** The same work, done by a language model alone. */
export function withoutTool(signals: Signals, { plain_type }: Understanding): Signals {
  return { ...signals, needs_tool: false, task_type: signals.task_type === 'agentic' ? plain_type : signals.task_type }
}
