/** A word as a shell reads it, quotes and all, or what stands between two commands or before the file a command writes to. */
export type ShellToken = { kind: 'word' | 'operator'; text: string; start: number }

const operators = ['<<<', '&>>', '&&', '||', '>>', '<<', '>&', '<&', '&>', '|&', '|', '&', ';', '>', '<', '\n']
const blank = /[^\S\n]/
const letterOrDigit = /[\p{L}\p{N}]/u
/** What is no plain part of a word. */
const special = /[\s|&;<>#\\"'`$()]/
/** "2>" sends the errors elsewhere; the number is no word. */
const descriptor = /^\d$/

/**
 * The words and operators of a text, in one pass over its characters; null where no shell would read it: a quotation without an end, a
 * bracket that nothing calls for, an arrow.
 */
export function shellTokens(text: string): ShellToken[] | null {
  const tokens: ShellToken[] = []
  let start = -1
  let at = 0
  const endWord = () => {
    if (start >= 0) tokens.push({ kind: 'word', text: text.slice(start, at), start })
    start = -1
  }
  while (at < text.length) {
    const sign = text[at]!
    const operator = operatorAt(text, at)
    if (operator) {
      if (operator.startsWith('>') && /[-=]/.test(text[at - 1] ?? '')) return null
      if (start >= 0 && /^[<>]/.test(operator) && descriptor.test(text.slice(start, at))) start = -1
      endWord()
      tokens.push({ kind: 'operator', text: operator, start: at })
      at += operator.length
    } else if (blank.test(sign)) {
      endWord()
      at++
    } else if (sign === '\\' && text[at + 1] === '\n') {
      endWord()
      at += 2
    } else if (sign === '#' && isLineStart(text, at)) {
      at = endOfLine(text, at)
    } else {
      const next = special.test(sign) ? afterPart(text, at) : afterPlain(text, at)
      if (next === null) return null
      if (start < 0) start = at
      at = next
    }
  }
  endWord()
  return tokens
}

function afterPlain(text: string, at: number): number {
  const length = text.slice(at).search(special)
  return length < 0 ? text.length : at + length
}

const operatorAt = (text: string, at: number) =>
  /[|&;<>\n]/.test(text[at]!) ? operators.find((operator) => text.startsWith(operator, at)) : undefined

const isLineStart = (text: string, at: number) => at === 0 || text[at - 1] === '\n'

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Where the part of a word ends that begins here: a quotation, what is put in by another command, or a single character. */
function afterPart(text: string, at: number): number | null {
  const sign = text[at]!
  // The apostrophe of "what's" quotes nothing.
  const isQuote = sign === '"' || sign === '`' || (sign === "'" && !letterOrDigit.test(text[at - 1] ?? ''))
  if (isQuote) return afterQuotation(text, at, sign)
  if (sign === '$' && text[at + 1] === '(') return afterBracket(text, at + 1)
  if (sign === '(' || sign === ')') return null
  return at + (sign === '\\' ? 2 : 1)
}

function afterQuotation(text: string, from: number, quote: string): number | null {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === quote) return at + 1
    if (text[at] === '\\' && quote !== "'") at++
  }
  return null
}

function afterBracket(text: string, from: number): number | null {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at + 1
  }
  return null
}
