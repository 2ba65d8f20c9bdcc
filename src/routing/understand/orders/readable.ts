import { withoutFrames } from './patterns.ts'

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g
/** Letters written as HTML character references, such as "&#105;". */
const numbered = /&#(x[\da-f]{1,6}|\d{1,7});/gi

function letterOf(told: string, number: string): string {
  const code = Number(/^x/i.test(number) ? `0${number}` : number)
  return code >= 32 && code < 0xd800 ? String.fromCodePoint(code) : told
}

/** Blanks say nothing by their number, and patterns that may begin at any of many take long to fail. */
function withoutLongBlanks(text: string): string {
  return text.replaceAll(/[^\S\n]{2,}|[^\S\n ]/g, ' ').replaceAll(/(?: ?\n){3,}/g, '\n\n')
}

/** A task as it is meant to be seen: without what is hidden in it, letters written as numbers and the marks around its parts. */
export const readable = (task: string) =>
  withoutLongBlanks(withoutFrames(task.replace(invisible, '').replace(numbered, letterOf).normalize('NFKC')))
