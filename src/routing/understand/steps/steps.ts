import { excerpt } from '../../../excerpt.ts'
import { withoutReasons } from '../asked-part.ts'
import type { ProductLexicon } from '../products/lexicon.ts'
import { type Reading, readTask } from '../reading.ts'
import type { Step } from '../types.ts'
import { baseVerb, resultOf } from '../words/action-verbs.ts'
import { type Clause, frontCondition, splitClauses } from './clauses.ts'
import { isRequest, politeLead, politeLeads, tellsPurpose } from './requests.ts'
import { systemOf } from './systems.ts'

const pronoun = /^(\S+(?: out| up)?)\s+(it|them|that|this|those|these)\b(?! \p{L}+(?:s|ed)\b)/iu

/** An order without polite words before it and the mark behind it. */
const bareOrder = (text: string) =>
  text
    .replace(politeLeads, '')
    .replace(/(?<![.!?。！？])[.!?。！？]+$/u, '')
    .trim()

const longestAction = 160
const ellipsis = '...'

function actionOf(clause: string, resultBefore: string | undefined): string {
  const bare = bareOrder(clause)
  const named = resultBefore && pronoun.test(bare) ? bare.replace(pronoun, `$1 ${resultBefore}`) : bare
  const phrase = lowerFirst(named)
  return phrase.length > longestAction ? `${excerpt(phrase, longestAction - ellipsis.length).trimEnd()}${ellipsis}` : phrase
}

/** An action as it is told to the caller: what is to be done, without why. */
export const toldAction = (action: string) => lowerFirst(bareOrder(withoutReasons(action)))

const namedInCapitals = /^(?:\p{Lu}{2,}|\p{Lu}\p{L}*\p{Lu})/u

/** Without the capital of a sentence's first word; one that belongs to a name ("GitHub", "JSON") stays. */
export const lowerFirst = (text: string) => (namedInCapitals.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1))

export function leadingVerb(action: string): string | undefined {
  const word = /^[\p{L}-]+/u.exec(action)?.[0]?.toLowerCase()
  return word ? baseVerb(word) : undefined
}

/** The verb that a text begins with, after words such as "please". */
export const firstVerbOf = (text: string) => leadingVerb(text.replace(politeLead, ''))

/** A clause without an instruction is context for its neighbour, not a step; it is nobody's turn before something was asked for. */
function joinContext(clauses: readonly Clause[]): string[] {
  const joined: string[] = []
  let context = ''
  for (const [at, { text: clause, isTurn }] of clauses.entries()) {
    const isAsked = (isTurn && (at === 0 || joined.length > 0)) || ((isRequest(clause) || /\?$/.test(clause)) && !tellsPurpose(clause))
    const isContext = clauses.length > 1 && !isAsked
    if (isContext && joined.length === 0) context = context ? `${context} ${clause}` : clause
    else if (isContext) joined[joined.length - 1] += `, ${clause}`
    else {
      joined.push(context ? `${context}${frontCondition.test(context) ? ',' : ''} ${clause}` : clause)
      context = ''
    }
  }
  return joined.length > 0 ? joined : [clauses.map(({ text }) => text.replace(/\.$/, '')).join('. ')]
}

export function stepFrom(
  clause: string,
  resultBefore: string | undefined,
  { products, command }: Pick<Reading, 'products' | 'command'>,
): Step {
  const system = command === 'shell' ? 'terminal' : systemOf(clause)
  return { text: clause, action: actionOf(clause, resultBefore), system, products }
}

// A longer text is a document, and a longer list a procedure: neither is a task for so many tools.
const longestRead = 4000
const mostSteps = 12

/** The clauses of a task as steps, in the order of doing. Most tasks are one clause, which is not read twice. */
export function clausesOf(text: string, lexicon: ProductLexicon, whole: Reading): Step[] {
  const clauses: Step[] = []
  let result: string | undefined
  for (const clause of joinContext(splitClauses(text.slice(0, longestRead))).slice(0, mostSteps)) {
    const step = stepFrom(clause, result, clause === whole.text ? whole : readTask(clause, lexicon))
    const verb = leadingVerb(step.action)
    result = (verb && resultOf(verb)) ?? result
    clauses.push(step)
  }
  return clauses
}
