import { leadsAnInstruction } from '../steps/clauses.ts'
import { isInstructionVerb } from '../words/action-verbs.ts'
import { questionWord } from '../words/question-words.ts'
import { isFrameTalk, isHandingOn } from './frame-words.ts'
import { unquoted } from './sections.ts'

const announced = /^(?<lead>[^.!?\n:：]{1,140})[:：]\s+(?<task>\S.*)$/u
const infinitive =
  /^(?<lead>[^.!?\n:：;]{0,140}?\b(?:to|(?:what|all) [^.!?\n]{1,30} is|lets? (?:an agent|me|us|you))(?: please| kindly)? )(?<task>\p{L}[\s\S]*)$/iu
/** "wants me to", "I was asked to", "all that remains is to", "the ability to": somebody hands it on. */
const handsOn =
  /\b(?:users?|agent|human|customer|client|boss|manager|colleague|workflow|plan|principal)\b|\b(?:asked|told|instructed|triggered|supposed) to\b|\b(?:remains|left|ability)\b|^(?:okay,? )?(?:so )?what (?:i|we) (?:have|need|want)\b|\blets? (?:an agent|me|us|you)\b/iu
const question = new RegExp(
  String.raw`^(?!what (?:i|we|you|the \p{L}+) )(?:${questionWord}|do|does|did|is|are|was|were|should|shall|am|may|might)\b`,
  'iu',
)
const denied = /\b(?:no|not|never|without|cannot)\b|n['’]t\b/iu

type Parts = { lead: string; task: string }

function partsOf(pattern: RegExp, text: string): Parts | null {
  const groups = pattern.exec(text)?.groups
  return groups ? { lead: groups.lead!.trim(), task: groups.task! } : null
}

/** A number before the colon counts the steps of the task. */
function partAfterColon(text: string): string | null {
  const parts = partsOf(announced, text)
  return parts && !/\d/.test(parts.lead) && !leadsAnInstruction(parts.lead) && isFrameTalk(parts.lead) ? parts.task : null
}

function partAfterTo(text: string): string | null {
  const parts = partsOf(infinitive, text)
  if (!parts || !isInstructionVerb(/^\p{L}+/u.exec(parts.task)![0].toLowerCase())) return null
  const { lead, task } = parts
  const isLead = handsOn.test(lead) && isHandingOn(lead) && !question.test(lead) && !denied.test(lead) && !leadsAnInstruction(lead)
  return isLead ? task : null
}

/** Whether a sentence that speaks of the task also tells it. */
export const endsInTask = (sentence: string) => (partAfterColon(sentence) ?? partAfterTo(sentence)) !== null

const toolNoun = '(?:(?:mcp|tool)[ -]?)?(?:tools?|servers?|connectors?|integrations?|apis?|mcps?)'
const seekingTool = new RegExp(
  String.raw`^(?<lead>(?:(?:[\p{L}'’ ,]{0,50}\b)?(?:an?|any|some|the (?:best|right)|which|what|no) )?)${toolNoun}(?: (?:or|and) ${toolNoun})? (?:to|that (?:can|could|will|lets? (?:me|us|an agent|you)|allows? \p{L}+ to|is able to)|which (?:can|could|lets? \p{L}+)|(?:should|can|could|do|must) (?:i|we|you|an agent) (?:use|call|need|take|pick) (?:to|for|in order to)|i (?:can|could|should) use to|able to|capable of|for(?= \p{L}+ing\b)) (?<task>\S[\s\S]*)$`,
  'iu',
)

function partAfterTool(text: string): string | null {
  const parts = partsOf(seekingTool, text)
  return parts && isHandingOn(parts.lead) ? parts.task : null
}

const mostLeads = 3

/** The text without the words that hand it on: "The user wants me to ...", "Trying again: ...", "need a server that can ...". */
export function withoutLeadIn(text: string): string {
  let task = text.trim()
  for (let leads = 0; leads < mostLeads; leads++) {
    const inner = partAfterTool(task) ?? partAfterColon(task) ?? partAfterTo(task)
    if (inner === null) break
    task = unquoted(inner.trim())
  }
  return task
}
