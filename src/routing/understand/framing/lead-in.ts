import { isInstructionVerb } from '../action-verbs.ts'
import { leadsAnInstruction } from '../clauses.ts'
import type { NamesProduct } from './names-product.ts'
import { unquoted } from './sections.ts'

/** Words of those who hand tasks on, before the colon that ends their announcement. */
const announcing =
  /\b(?:users?|agents?|sub-?agents?|assistant|bot|tools?|router|planner|orchestrator|workflow|run|requests?|attempts?|try|trying|retry|retrying|instructions?|hand-?over|verbatim|colleague|piece|sub-?task|goal|task|job)\b/iu
const longestLead = 16
const announced = /^(?<lead>[^.!?\n:：]{1,140})[:：]\s+(?<task>\S[\s\S]*)$/u
const infinitive =
  /^(?<lead>[^.!?\n:：;]{0,140}?\b(?:to|(?:what|all) [^.!?\n]{1,30} is|(?:can|could|would|will) you|lets? (?:an agent|me|us|you))(?: please| kindly)? )(?<task>\p{L}[\s\S]*)$/iu
/** "wants me to", "I am trying to", "the ability to": somebody hands it on, or is to do it. */
const handsOn =
  /\b(?:i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d)|you|me|us|users?|agent|customer|client|human|boss|manager|colleague|principal)\b.*\b(?:needs?|wants?|wanted|asks?|asked|told|instructed|requested|expects?|expected|have|has|had|like|wish|going|trying|planning|hoping|triggered|supposed|must|can|could|would|will|lets?|am)\b|\b(?:can|could|would|will) you\b|\b(?:remains|left|ability|able)\b|\bwants? (?:me|us|you)\b/iu
const question =
  /^(?!what (?:i|we|you|the \p{L}+) )(?:what|which|who|whose|when|where|why|how|do|does|did|is|are|was|were|should|shall|am|may|might)\b/iu
const denied = /\b(?:no|not|never|without|cannot|forgot|used)\b|n['’]t\b/iu
/** Verbs of handing on; any other verb before "to" is itself what is to be done ("remind me to call"). */
const handingVerb = /^(?:need|want|ask|told|tell|instruct|request|expect|like|have|go|try|wait|let|work|do|left|hand|pass|call|get|got)$/iu

const groupsOf = (pattern: RegExp, text: string) => {
  const groups = pattern.exec(text)?.groups
  return groups ? { lead: groups.lead!, task: groups.task! } : null
}

const isShort = (lead: string) => lead.trim().split(/\s+/).length <= longestLead

function partAfterColon(text: string, namesProduct: NamesProduct): string | null {
  const parts = groupsOf(announced, text)
  if (!parts || !isShort(parts.lead) || leadsAnInstruction(parts.lead.trim()) || !announcing.test(parts.lead)) return null
  return namesProduct(parts.lead) ? null : parts.task
}

function partAfterTo(text: string, namesProduct: NamesProduct): string | null {
  const parts = groupsOf(infinitive, text)
  if (!parts || !isShort(parts.lead) || !isInstructionVerb(/^\p{L}+/u.exec(parts.task)![0].toLowerCase())) return null
  const lead = parts.lead.trim()
  if (question.test(lead) || denied.test(lead) || leadsAnInstruction(lead) || !handsOn.test(lead)) return null
  const verbs = (lead.toLowerCase().match(/\p{L}+/gu) ?? []).filter(
    (word) => isInstructionVerb(word) && !handingVerb.test(word) && !announcing.test(word),
  )
  return verbs.length > 0 || namesProduct(lead) ? null : parts.task
}

const noProduct: NamesProduct = () => false
/** Whether a sentence that speaks of the task also tells it. */
export const endsInTask = (sentence: string) => (partAfterColon(sentence, noProduct) ?? partAfterTo(sentence, noProduct)) !== null

const toolNoun = '(?:(?:mcp|tool)[ -]?)?(?:tools?|servers?|connectors?|integrations?|apis?|mcps?)'
const seekingTool = new RegExp(
  String.raw`^(?:(?:[\p{L}'’ ,]{0,50}\b)?(?:an?|any|some|the (?:best|right)|which|what|no) )?${toolNoun}(?: (?:or|and) ${toolNoun})? (?:to|that (?:can|could|will|lets? (?:me|us|an agent|you)|allows? \p{L}+ to|is able to)|which (?:can|could|lets? \p{L}+)|(?:should|can|could|do|must) (?:i|we|you|an agent) (?:use|call|need|take|pick) (?:to|for|in order to)|i (?:can|could|should) use to|able to|capable of|for(?= \p{L}+ing\b)) (?<task>\S[\s\S]*)$`,
  'iu',
)

/** The text without the words that hand it on: "The user wants me to ...", "Trying again: ...", "need a server that can ...". */
export function withoutLeadIn(text: string, namesProduct: NamesProduct): string {
  let task = text.trim()
  for (let rounds = 0; rounds < 3; rounds++) {
    const inner = seekingTool.exec(task)?.groups?.task ?? partAfterColon(task, namesProduct) ?? partAfterTo(task, namesProduct)
    if (!inner) break
    task = unquoted(inner.trim())
  }
  return task
}
