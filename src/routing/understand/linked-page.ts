import { wordSet } from '../../retrieval/word-list.ts'
import { firstVerbOf } from './steps/steps.ts'

const link = /(?<![\w"'(<[=@`])https?:\/\/(?:[\w-]+\.)+[a-z]{2,}/i
const code = /[{};`|\\$\n]|=>|->|\bcurl\b|\w\(|\w=/i
/** A text that is to be written may contain a link that nobody has to open first. */
const writing = wordSet(
  'write draft compose create make post reword rewrite rephrase translate proofread format convert shorten design generate',
)

/** Whether the task is about the page behind a link, which has to be opened. Links in code or among several lines do not count. */
export function asksAboutLink(text: string): boolean {
  return link.test(text) && !code.test(text.replaceAll(/https?:[^\s;{}]+/gi, '')) && !writing.has(firstVerbOf(text) ?? '')
}
