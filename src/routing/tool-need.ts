import learned from '../../data/weights-need.json' with { type: 'json' }
import type { Signals } from '../catalog/models.ts'
import type { Classification } from './decision.ts'
import { sigmoid } from './logistic.ts'
import type { Understanding } from './understand/types.ts'

// What a language model says against the built-in classifier is believed three times of four.
const chanceBesideModel = 0.75

/** The chance that a task needs a tool. Where the built-in classifier and the language model disagree, one between theirs is taken. */
export function toolProbability({ signals }: Classification, { needsToolProbability }: Understanding): number {
  const agrees = needsToolProbability >= 0.5 === signals.needs_tool
  if (agrees) return needsToolProbability
  return signals.needs_tool ? chanceBesideModel : 1 - chanceBesideModel
}

const highest = 0.995

/**
 * How sure the built-in classifier may be that a tool is needed. Its own log odds are too modest by a factor that
 * training/direct-confidence.ts measures on tasks it has not seen; what it decides is left as it is.
 */
export function sharpened(probability: number): number {
  const bounded = Math.min(highest, Math.max(1 - highest, probability))
  return sigmoid(learned.slope * Math.log(bounded / (1 - bounded)))
}

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
