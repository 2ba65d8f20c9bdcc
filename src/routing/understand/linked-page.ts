import { wordSet } from '../../retrieval/word-list.ts'
import { withoutGivenText } from './given-text.ts'
import { firstVerbOf } from './steps.ts'

const link = /(?<![\w"'(<[=@`])https?:\/\/(?:[\w-]+\.)+[a-z]{2,}/i
const code = /[{};`|\\$\n]|=>|->|\bcurl\b|\w\(|\w=/i
/** What is written for others to read may well hold a link that nobody has to open first. */
const writing = wordSet(
  'write draft compose create make post reword rewrite rephrase translate proofread format convert shorten design generate',
)

/** Whether a text asks about the page behind a link in its own words, which somebody has to open. A link in code, in several lines or in a given text is part of these. */
export function asksAboutLink(text: string): boolean {
  const instruction = withoutGivenText(text)
  return (
    link.test(instruction) && !code.test(instruction.replaceAll(/https?:[^\s;{}]+/gi, '')) && !writing.has(firstVerbOf(instruction) ?? '')
  )
}
