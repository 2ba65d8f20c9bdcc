import { frontCircumstance, leadsAnInstruction } from './clauses.ts'

const leads = [
  '(?:hi|hey|hello)(?: there)?[,!.]*',
  'please',
  'kindly',
  '(?:also|finally|first(?:ly)?|next|then|second(?:ly)?|lastly|ideally),?',
  '(?:can|could|would|will) you(?: please| help me| also)*',
  'help me(?: to)?',
  "i(?:'d| would) like (?:you )?to",
  'i (?:want|need)(?: you)? to',
  "i(?:'m| am) (?:planning|trying|going|looking) to",
  "i(?: was|'m| am)(?: just)? wondering if you (?:could|can)",
  "i(?:'d| would)(?: also| really)? (?:appreciate|love) it if you(?: could)?",
  "it(?:'d| would) be (?:great|nice|good|helpful) if you(?: could)?",
  "you(?:'d| would)",
  "let's",
  'we (?:need|want|have) to',
  'you should',
  'make sure to',
  'and',
]
/** What a request may begin with before its verb. */
export const politeLead = new RegExp(`^(?:(?:${leads.join('|')})\\s+)`, 'i')
/** All of it, one after another. */
export const politeLeads = new RegExp(`^(?:(?:${leads.join('|')})\\s+)+`, 'i')

/** What adds an order to the one before, or says when or why it is given: "additionally", "after the call,", "since I am ill,". */
const addition = /^(?:also|additionally|furthermore|moreover|besides|in addition|meanwhile|afterwards?|likewise|on top of that|plus),?\s+/i
const withoutAddition = (clause: string) => clause.replace(addition, '').replace(frontCircumstance, '').replace(addition, '')

/** "I'd like to book a table", "I need a car on Monday"; "I need it short" only says how, and "we like to know" what is usual. */
const wish =
  /^(?:i|we)(?:(?:['’]d|\s+would)(?:\s+(?:really|also|just|then|still))*\s+(?:like|love)|(?:\s+(?:do|will|really|also|just|urgently|then|still))*\s+(?:want|need))\s+(?!(?:it|them|this|that|these|those)\b)/i

/** "Each answer should be entered in the sheet", "the file is to be searched". */
const duty =
  /^(?!(?:if|when|what|which|who|where|how|why)\b)[^,;]*\b(?:(?:is|are) to be|(?:should|must|shall|needs? to|ha(?:s|ve) to) be)\s+(?:\p{L}+ly\s+)?\p{L}+(?:ed|en|t|d)\b/iu

/** Whether a clause asks for something to be done, also as a wish or a duty. */
export function asksForWork(clause: string): boolean {
  const bare = withoutAddition(clause)
  return wish.test(bare) || duty.test(bare) || leadsAnInstruction(bare.replace(politeLead, '')) || leadsAnInstruction(bare)
}

const purpose = /^(?:i|we)(?:['’](?:m|re)| am| are) (?:planning|trying|going|looking|about) to .+[.!]$/i

/** Whether a clause asks for something at all, also where its verb is not known. */
export const isRequest = (clause: string) => politeLead.test(withoutAddition(clause)) || asksForWork(clause)

/** "I'm trying to get the release notes together." tells what for; what is to be done follows. */
export const tellsPurpose = (clause: string) => purpose.test(clause)
