import { type Complexity, complexities, type Signals, type TaskType, taskTypes } from '../../catalog/models.ts'
import { once } from '../../once.ts'
import { sigmoid } from '../logistic.ts'
import { withoutAsides } from './asides.ts'
import { askedPart } from './asked-part.ts'
import { cleanedTask } from './cleaned-task.ts'
import { isReworked, withoutQuotations } from './given-text.ts'
import type { Features } from './linear/feature-hash.ts'
import { extractFeatures } from './linear/features.ts'
import { indexOfMax, type LinearModel, scores } from './linear/linear-model.ts'
import { byHandModel, complexityModel, creativeModel, needsToolModel, severalToolsModel, taskTypeModel } from './linear/weights.ts'
import { oddsOfNeed } from './need-odds.ts'
import type { ProductLexicon } from './products/lexicon.ts'
import { settleRoles } from './products/settled-roles.ts'
import type { CloseReading } from './reader/reader.ts'
import { type Reading, readTask } from './reading.ts'
import { type Impression, isNeedInDoubt, lookClosely, secondLook, severalAfterSecondLook } from './second-look.ts'
import { createCutter, halvesOf, partPiece } from './steps/pieces.ts'
import { clausesOf } from './steps/steps.ts'
import type { Understanding } from './types.ts'
import { guessLanguage } from './words/language.ts'

function taskTypeAt(index: number): TaskType {
  return taskTypes[index] ?? 'chat'
}

const agenticAt = taskTypes.indexOf('agentic')

function complexityAt(index: number): Complexity {
  return complexities[index] ?? 'simple'
}

/** Where the reader gives at least these log odds that a tool is needed, words that seem to be given are instructions. */
const oddsOfInstruction = 3.5

const only = (model: LinearModel, features: Features) => scores(model, features)[0]!

function firstImpression(features: Features): Impression {
  return {
    needs_tool: only(needsToolModel, features),
    by_hand: only(byHandModel, features),
    creative: only(creativeModel, features),
    task_type: scores(taskTypeModel, features),
    complexity: scores(complexityModel, features),
  }
}

function labelsOf({ task_type, complexity, creative }: Impression, needsToolProbability: number) {
  const needs_tool = needsToolProbability >= 0.5
  const plainType = taskTypeAt(indexOfMax(task_type.with(agenticAt, Number.NEGATIVE_INFINITY)))
  const signals: Signals = {
    task_type: needs_tool ? taskTypeAt(indexOfMax(task_type)) : plainType,
    complexity: complexityAt(indexOfMax(complexity)),
    needs_tool,
    creative_writing: creative >= 0,
  }
  return { signals, plainType, needsToolProbability }
}

/** "Write a blog post: publish it on WordPress": what looks like a text to work on is more to do, which the reader sees. */
function isMistakenForGiven({ text, instruction, command }: Reading, look: () => CloseReading | null): boolean {
  if (command || isReworked(text) || instruction === withoutQuotations(text)) return false
  return (look()?.needs_tool ?? 0) >= oddsOfInstruction
}

export function understand(task: string, lexicon: ProductLexicon): Understanding {
  const { text: whole, removed, isOnlyOrders } = cleanedTask(task, lexicon)
  const text = withoutAsides(whole)
  const firstReading = readTask(text, lexicon)
  const look = once(() => {
    const read = isReworked(firstReading.text) ? firstReading.instruction : askedPart(firstReading.text)
    return lookClosely(read, lexicon.reader.closely)
  })
  const reading = isMistakenForGiven(firstReading, look) ? readTask(text, lexicon, withoutQuotations) : firstReading
  const language = reading.instruction === reading.text ? reading.language : guessLanguage(reading.text)
  const asked = askedPart(reading.text)
  const features = extractFeatures(asked === reading.text ? reading : readTask(asked, lexicon))
  const first = firstImpression(features)
  const seen = isNeedInDoubt(first) ? secondLook(first, look()) : first
  const needsToolProbability = sigmoid(oddsOfNeed(seen.needs_tool, { reading, language, isOnlyOrders, look }))
  const isCommand = reading.command !== null
  // The models of need learned with the first impression of each product.
  const { products, pair } = isCommand ? { products: reading.products, pair: null } : settleRoles({ ...reading, language }, lexicon.reader)
  const clauses = clausesOf(reading.text, lexicon, { ...reading, products })
  const several = only(severalToolsModel, features)
  return {
    text,
    whole,
    language,
    ...labelsOf(seen, needsToolProbability),
    byHandProbability: isCommand ? 0 : sigmoid(seen.by_hand),
    severalOdds: several,
    severalOddsClosely: () => severalAfterSecondLook(several, look),
    foundOnTheWeb: () => look()?.on_the_web ?? Number.NEGATIVE_INFINITY,
    kinds: () => look()?.kinds() ?? null,
    kindsOf: (step) => lookClosely(step, lexicon.reader.closely)?.kinds() ?? null,
    products,
    pair,
    system: clauses.find((clause) => clause.system !== null)?.system ?? null,
    // However many commands a line holds, one shell runs them.
    pieces: isCommand ? () => [] : createCutter(clauses, lexicon, language),
    piece: (part) => partPiece({ products }, { text: part, joint: 'clause' }, lexicon),
    halves: (most) => (isCommand || clauses.length > 1 ? [] : halvesOf(clauses[0]!, lexicon, language, most)),
    routerOrdersRemoved: removed,
  }
}
