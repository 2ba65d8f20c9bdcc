import type { ProductLexicon } from '../products/lexicon.ts'
import { type Reading, readTask } from '../reading.ts'
import type { Step } from '../types.ts'
import { baseVerb, resultOf } from '../words/action-verbs.ts'
import { frontCircumstance, frontCondition, leadsAnInstruction, splitClauses } from './clauses.ts'
import { systemOf } from './systems.ts'

const politeLead =
  /^(?:(?:hi|hey|hello)[,!]?\s+|please\s+|kindly\s+|also[,]?\s+|finally[,]?\s+|first(?:ly)?[,]?\s+|next[,]?\s+|then[,]?\s+|second(?:ly)?[,]?\s+|lastly[,]?\s+|(?:can|could|would|will) you (?:please |help me |also )?|help me (?:to )?|i(?:'d| would) like (?:you )?to |i (?:want|need)(?: you)? to |i(?:'m| am) (?:planning|trying|going|looking) to |let's |we (?:need|want|have) to |you should |make sure to |and )+/i

const pronoun = /^(\S+(?: out| up)?)\s+(it|them|that|this|those|these)\b(?! \p{L}+(?:s|ed)\b)/iu

function actionOf(clause: string, resultBefore: string | undefined): string {
  const bare = clause
    .replace(politeLead, '')
    .replace(/(?<![.!?。！？])[.!?。！？]+$/u, '')
    .trim()
  const named = resultBefore && pronoun.test(bare) ? bare.replace(pronoun, `$1 ${resultBefore}`) : bare
  const phrase = lowerFirst(named)
  return phrase.length > 160 ? `${phrase.slice(0, 157).trimEnd()}...` : phrase
}

const namedInCapitals = /^(?:\p{Lu}{2,}|\p{Lu}\p{L}*\p{Lu})/u

/** Without the capital of a sentence's first word; one that belongs to a name ("GitHub", "JSON") stays. */
export const lowerFirst = (text: string) => (namedInCapitals.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1))

export function leadingVerb(action: string): string | undefined {
  const word = /^[\p{L}-]+/u.exec(action)?.[0]?.toLowerCase()
  return word ? baseVerb(word) : undefined
}

/** The verb that a text begins with, after words such as "please". */
export const firstVerbOf = (text: string) => leadingVerb(text.replace(politeLead, ''))

/** What adds an order to the one before, or says when or why it is given: "additionally", "after the call,", "since I am ill,". */
const addition = /^(?:also|additionally|furthermore|moreover|besides|in addition|meanwhile|afterwards?|likewise|on top of that|plus),?\s+/i
const withoutAddition = (clause: string) => clause.replace(addition, '').replace(frontCircumstance, '').replace(addition, '')

/** "I'd like to book a table", "I need a car on Monday"; "I need it short" only says how. */
const wish =
  /^(?:i|we)(?:['’]d|\s+(?:would|will|really|also|just|urgently|then|still|do))*\s+(?:like|love|want|need|have to|must)\s+(?!(?:it|them|this|that|these|those)\b)/i

/** Whether a clause asks for something to be done, also as a wish. */
export function asksForWork(clause: string): boolean {
  const bare = withoutAddition(clause)
  return wish.test(bare) || leadsAnInstruction(bare.replace(politeLead, '')) || leadsAnInstruction(bare)
}

/** A clause without an instruction is context for its neighbour, not a step. */
function joinContext(clauses: string[]): string[] {
  const joined: string[] = []
  let context = ''
  for (const clause of clauses) {
    const instructs = politeLead.test(withoutAddition(clause)) || asksForWork(clause) || /\?$/.test(clause)
    const isContext = !instructs && clauses.length > 1
    if (isContext && joined.length === 0) context = context ? `${context} ${clause}` : clause
    else if (isContext) joined[joined.length - 1] += `, ${clause}`
    else {
      joined.push(context ? `${context}${frontCondition.test(context) ? ',' : ''} ${clause}` : clause)
      context = ''
    }
  }
  return joined.length > 0 ? joined : [clauses.map((clause) => clause.replace(/\.$/, '')).join('. ')]
}

export function stepFrom(
  clause: string,
  resultBefore: string | undefined,
  { products, command }: Pick<Reading, 'products' | 'command'>,
): Step {
  const system = command === 'shell' ? 'terminal' : systemOf(clause)
  return { text: clause, action: actionOf(clause, resultBefore), system, products }
}

const longestStepList = 12

/** The clauses of a task as steps, in the order of doing. Most tasks are one clause, which is not read twice. */
export function clausesOf(text: string, lexicon: ProductLexicon, whole: Reading): Step[] {
  const clauses: Step[] = []
  let result: string | undefined
  for (const clause of joinContext(splitClauses(text.slice(0, 4000))).slice(0, longestStepList)) {
    const step = stepFrom(clause, result, clause === whole.text ? whole : readTask(clause, lexicon))
    const verb = leadingVerb(step.action)
    result = (verb && resultOf(verb)) ?? result
    clauses.push(step)
  }
  return clauses
}
