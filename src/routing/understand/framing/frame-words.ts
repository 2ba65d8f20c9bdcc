import { wordSet } from '../../../retrieval/word-list.ts'
import { stopWords } from '../../../retrieval/words.ts'

/** Words for those who hand a task on and for what they hand on. */
const handing =
  wordSet(`user users human agent agents subagent assistant bot router routing planner orchestrator dispatcher workflow automation tool tools server servers
  integration connector mcp request requests task tasks subtask goal objective instruction instructions attempt attempts try retry retrying job step steps
  plan piece conversation handover query prompt pipeline run verbatim`)

/** What else such sentences are made of. */
const besides =
  wordSet(`need needs needed want wants wanted ask asks asked told tell tells instructed requested expects expected like received contacted triggered supposed
  remains remaining left still open done far finished completed passed passes pass given gave get got picked chosen choose pick suggest recommend use used
  using call called return returned failed fails error timed timeout wrong right best first second third next previous last current now again once only
  exactly one new same single whole everything nothing before point fine yet already unchanged changed word literally parent main own depth scope
  available missing able ability capability possible help helps waiting wait line quickly soon urgent please kindly thanks colleague boss manager client
  customer team service support planning component part split small pieces just also simply briefly hello hi dear good morning afternoon evening answer
  reply message incoming following trying go going have has had been yes okay ok hmm find know let lets me us will would could can must should automated
  succeeded previously probably note sub ai meant bound fits fit good least leave way looking searching`)

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []
const mostOthers = 0.12

/** Whether a part of a text speaks of handing a task on and of hardly anything else. */
export function isFrameTalk(part: string): boolean {
  const words = wordsOf(part)
  if (!words.some((word) => handing.has(word))) return false
  const others = words.filter((word) => !handing.has(word) && !besides.has(word) && !stopWords.has(word) && !/^\d+$/.test(word))
  return others.length <= mostOthers * words.length
}

/** The same for words before "to", where somebody may be meant who is named by a pronoun alone. */
export const isHandingOn = (lead: string) => wordsOf(lead).every((word) => handing.has(word) || besides.has(word) || stopWords.has(word))
