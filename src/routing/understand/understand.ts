import { COMPLEXITIES, type Complexity, TASK_TYPES, type TaskType } from '../../catalog/models.ts'
import type { Features } from './feature-hash.ts'
import { extractFeatures, readTask } from './features.ts'
import { guessLanguage } from './language.ts'
import type { ProductLexicon } from './lexicon.ts'
import { indexOfMax, type LinearModel, scores, sigmoid } from './linear-model.ts'
import { splitAtPlaces, splitLoosely } from './places.ts'
import { namesProduct } from './products.ts'
import { withoutRouterOrders } from './router-orders.ts'
import { type Impression, isNeedInDoubt, isNumberInDoubt, secondLook } from './second-look.ts'
import { withoutSlips } from './slips.ts'
import { distinctSystems, findSteps } from './steps.ts'
import type { Step, Understanding } from './types.ts'
import { byHandModel, complexityModel, creativeModel, needsToolModel, severalToolsModel, taskTypeModel } from './weights.ts'

function taskTypeAt(index: number): TaskType {
  return TASK_TYPES[index] ?? 'chat'
}

const agenticAt = TASK_TYPES.indexOf('agentic')

// From here on several tools are sought even where no verbs tell them apart.
const surelySeveral = 0.75

function complexityAt(index: number): Complexity {
  return COMPLEXITIES[index] ?? 'simple'
}

function firstImpression(features: Features): Impression {
  const only = (model: LinearModel) => scores(model, features)[0]!
  return {
    needs_tool: only(needsToolModel),
    several_tools: only(severalToolsModel),
    by_hand: only(byHandModel),
    creative: only(creativeModel),
    task_type: scores(taskTypeModel, features),
    complexity: scores(complexityModel, features),
  }
}

/** The same clauses cut without regard to verbs: at the places they name or, where that tells no two apart, part by part. */
function toldOtherwise(clauses: Step[]): Step[] {
  const atPlaces = clauses.flatMap(splitAtPlaces)
  if (distinctSystems(atPlaces).length >= 2) return atPlaces
  return clauses.filter((step) => step.needs_tool).length >= 2 ? clauses : clauses.flatMap(splitLoosely)
}

export function understand(task: string, lexicon: ProductLexicon): Understanding {
  const { text: told, removed } = withoutRouterOrders(task, {
    namesProduct: (sentence) => namesProduct(sentence, lexicon),
    readClosely: lexicon.readClosely,
  })
  const text = withoutSlips(told, (word) => lexicon.byFirstWord.has(word))
  const reading = readTask(text, lexicon)
  const first = firstImpression(extractFeatures(reading))
  const look = () => secondLook(first, reading.text, lexicon.readClosely)
  const seen = isNeedInDoubt(first) ? look() : first
  const needsToolProbability = sigmoid(seen.needs_tool)
  const needsTool = needsToolProbability >= 0.5
  const clauses = findSteps(reading.text, lexicon, { reading, needs_tool_probability: needsToolProbability })
  const mayBeSeveral = needsTool && isNumberInDoubt(seen) && distinctSystems(clauses).length < 2
  const parts = mayBeSeveral ? toldOtherwise(clauses) : clauses
  const isNumberOpen = mayBeSeveral && seen === first && parts.filter((step) => step.needs_tool).length >= 2
  const severalProbability = sigmoid((isNumberOpen ? look() : seen).several_tools)
  const steps = severalProbability > surelySeveral ? parts : clauses
  const toolSteps = steps.filter((step) => step.needs_tool).length
  const severalTools = needsTool && (distinctSystems(steps).length >= 2 || (toolSteps >= 2 && severalProbability > 0.5))
  const typeScores = seen.task_type
  const plainType = taskTypeAt(indexOfMax(typeScores.with(agenticAt, Number.NEGATIVE_INFINITY)))
  return {
    text,
    language: guessLanguage(reading.text),
    signals: {
      task_type: needsTool ? taskTypeAt(indexOfMax(typeScores)) : plainType,
      complexity: complexityAt(indexOfMax(seen.complexity)),
      needs_tool: needsTool,
      creative_writing: seen.creative >= 0,
    },
    plain_type: plainType,
    needs_tool_probability: needsToolProbability,
    by_hand_probability: sigmoid(seen.by_hand),
    multi_tool: severalTools,
    multi_tool_probability: severalProbability,
    products: reading.products,
    steps,
    router_orders_removed: removed,
  }
}
