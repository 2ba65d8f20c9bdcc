import { COMPLEXITIES, type Complexity, TASK_TYPES, type TaskType } from '../../catalog/models.ts'
import { extractFeatures, readTask } from './features.ts'
import { guessLanguage } from './language.ts'
import type { ProductLexicon } from './lexicon.ts'
import { indexOfMax, scores, sigmoid } from './linear-model.ts'
import { withoutRouterOrders } from './router-orders.ts'
import { withoutSlips } from './slips.ts'
import { distinctSystems, findSteps } from './steps.ts'
import type { Understanding } from './types.ts'
import { byHandModel, complexityModel, creativeModel, needsToolModel, severalToolsModel, taskTypeModel } from './weights.ts'

function taskTypeAt(index: number): TaskType {
  return TASK_TYPES[index] ?? 'chat'
}

const agenticAt = TASK_TYPES.indexOf('agentic')

function complexityAt(index: number): Complexity {
  return COMPLEXITIES[index] ?? 'simple'
}

export function understand(task: string, lexicon: ProductLexicon): Understanding {
  const { text: told, removed } = withoutRouterOrders(task)
  const text = withoutSlips(told, (word) => lexicon.byFirstWord.has(word))
  const reading = readTask(text, lexicon)
  const features = extractFeatures(reading)
  const needsToolProbability = sigmoid(scores(needsToolModel, features)[0]!)
  const needsTool = needsToolProbability >= 0.5
  const steps = findSteps(reading.text, lexicon, { reading, needs_tool_probability: needsToolProbability })
  const systems = distinctSystems(steps)
  const severalProbability = sigmoid(scores(severalToolsModel, features)[0]!)
  const toolSteps = steps.filter((step) => step.needs_tool).length
  const severalTools = needsTool && (systems.length >= 2 || (toolSteps >= 2 && severalProbability > 0.5))
  const typeScores = scores(taskTypeModel, features)
  const plainType = taskTypeAt(indexOfMax(typeScores.with(agenticAt, Number.NEGATIVE_INFINITY)))
  return {
    text,
    language: guessLanguage(reading.text),
    signals: {
      task_type: needsTool ? taskTypeAt(indexOfMax(typeScores)) : plainType,
      complexity: complexityAt(indexOfMax(scores(complexityModel, features))),
      needs_tool: needsTool,
      creative_writing: sigmoid(scores(creativeModel, features)[0]!) >= 0.5,
    },
    plain_type: plainType,
    needs_tool_probability: needsToolProbability,
    by_hand_probability: sigmoid(scores(byHandModel, features)[0]!),
    multi_tool: severalTools,
    multi_tool_probability: severalProbability,
    products: reading.products,
    steps,
    router_orders_removed: removed,
  }
}
