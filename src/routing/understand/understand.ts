import { type Complexity, complexities, type TaskType, taskTypes } from '../../catalog/models.ts'
import { once } from '../../once.ts'
import { isAtHand } from './at-hand.ts'
import { commandLineIn } from './commands/command-line.ts'
import type { Features } from './feature-hash.ts'
import { extractFeatures, type Reading, readTask } from './features.ts'
import { withoutLeadIn } from './framing/lead-in.ts'
import { withoutMetaSentences } from './framing/meta-sentences.ts'
import { taskInForm } from './framing/task-in-form.ts'
import { withoutQuotations } from './given-text.ts'
import { guessLanguage, isUnlearned } from './language.ts'
import type { ProductLexicon } from './lexicon.ts'
import { indexOfMax, type LinearModel, scores, sigmoid } from './linear-model.ts'
import { asksAboutLink } from './linked-page.ts'
import { halvesOf, piecesOf } from './pieces.ts'
import { namesProduct } from './products.ts'
import type { CloseReading } from './reader/reader.ts'
import { withoutRouterOrders } from './router-orders.ts'
import { type Impression, isNeedInDoubt, lookClosely, secondLook, severalAfterSecondLook } from './second-look.ts'
import { settleRoles } from './settled-roles.ts'
import { withoutSlips } from './slips.ts'
import { clausesOf } from './steps.ts'
import { isSurelyPlace, type Understanding } from './types.ts'
import { byHandModel, complexityModel, creativeModel, needsToolModel, severalToolsModel, taskTypeModel } from './weights.ts'

function taskTypeAt(index: number): TaskType {
  return taskTypes[index] ?? 'chat'
}

const agenticAt = taskTypes.indexOf('agentic')

function complexityAt(index: number): Complexity {
  return complexities[index] ?? 'simple'
}

/** The highest log odds that a tool is needed for what the asker has at hand, or for a text that only gives orders to the router. */
const oddsAtHand = -2
/** Where the reader gives at least these log odds, what is at hand goes somewhere ("into a poster") or is checked elsewhere. */
const oddsOfMore = 2
/** Where the reader gives at least these, words that seem to be given are instructions. */
const oddsOfInstruction = 3.5
/** The lowest for a task about a linked page, or one that names a product in a language the models hardly know. */
const oddsOfPlace = 1
/** The lowest for a command line, which nobody writes to have it read. */
const oddsOfCommand = 4

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

/** "Write a blog post: publish it on WordPress": what looks like a text to work on is more to do, which the reader sees. */
function isMistakenForGiven({ text, instruction, command }: Reading, look: () => CloseReading | null): boolean {
  if (command || instruction === withoutQuotations(text)) return false
  return (look()?.needs_tool ?? 0) >= oddsOfInstruction
}

export function understand(task: string, lexicon: ProductLexicon): Understanding {
  const isAboutProduct = (part: string) => namesProduct(part, lexicon)
  const asked = taskInForm(task, isAboutProduct)
  const { text: honest, removed, isOnlyOrders } = withoutRouterOrders(asked, { namesProduct: isAboutProduct, reader: lexicon.reader })
  const told = withoutLeadIn(withoutMetaSentences(honest, isAboutProduct))
  // The words of a command line are spelled as meant.
  const text = commandLineIn(told) ? told : withoutSlips(told, (word) => lexicon.byFirstWord.has(word))
  const seemingly = readTask(text, lexicon)
  const look = once(() => lookClosely(seemingly.text, lexicon.reader.closely))
  const reading = isMistakenForGiven(seemingly, look) ? readTask(text, lexicon, withoutQuotations) : seemingly
  const features = extractFeatures(reading)
  const first = firstImpression(features)
  const seen = isNeedInDoubt(first) ? secondLook(first, look()) : first
  const isGiven =
    isAtHand(
      reading.text,
      reading.products.map(({ surface }) => surface),
    ) && (look()?.needs_tool ?? 0) < oddsOfMore
  const isCommand = reading.command !== null
  const language = guessLanguage(reading.text)
  // The models of need learned with the first impression of each product.
  const { products, pair } = isCommand ? { products: reading.products, pair: null } : settleRoles({ ...reading, language }, lexicon.reader)
  const isToldByName = isUnlearned(language) && reading.products.some(isSurelyPlace)
  const read = isToldByName || asksAboutLink(reading.text) ? Math.max(seen.needs_tool, oddsOfPlace) : seen.needs_tool
  const odds = isGiven || isOnlyOrders ? Math.min(read, oddsAtHand) : read
  const needsToolProbability = sigmoid(isCommand ? Math.max(odds, oddsOfCommand) : odds)
  const needsTool = needsToolProbability >= 0.5
  const clauses = clausesOf(reading.text, lexicon, { ...reading, products })
  const several = only(severalToolsModel, features)
  const typeScores = seen.task_type
  const plainType = taskTypeAt(indexOfMax(typeScores.with(agenticAt, Number.NEGATIVE_INFINITY)))
  return {
    text,
    language,
    signals: {
      task_type: needsTool ? taskTypeAt(indexOfMax(typeScores)) : plainType,
      complexity: complexityAt(indexOfMax(seen.complexity)),
      needs_tool: needsTool,
      creative_writing: seen.creative >= 0,
    },
    plain_type: plainType,
    needs_tool_probability: needsToolProbability,
    by_hand_probability: isCommand ? 0 : sigmoid(seen.by_hand),
    several_odds: several,
    several_odds_closely: () => severalAfterSecondLook(several, look),
    several_odds_read: () => look()?.several_tools ?? null,
    found_on_the_web: () => look()?.on_the_web ?? Number.NEGATIVE_INFINITY,
    kinds: () => look()?.kinds() ?? null,
    products,
    pair,
    system: clauses.find((clause) => clause.system !== null)?.system ?? null,
    // However many commands a line holds, one shell runs them.
    pieces: (fineness) => (isCommand ? [] : piecesOf(clauses, lexicon, fineness)),
    halves: (most) => (isCommand || clauses.length > 1 ? [] : halvesOf(clauses[0]!, lexicon, language, most)),
    router_orders_removed: removed,
  }
}
