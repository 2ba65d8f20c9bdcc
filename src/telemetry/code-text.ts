import { wordSet } from '../retrieval/word-list.ts'

/** How a language marks what is not code. */
export type Dialect = {
  comment: '//' | '#'
  tripleQuotes: boolean
  /** Whether a text in backticks may hold code. */
  templates: boolean
  /** Whether there are patterns between slashes. */
  patterns: boolean
}
type Bare = { code: string; unclosed: 'string' | 'template' | 'comment' | undefined }
type Opened = { end: number; by: string; unclosed?: Bare['unclosed'] }

const openers = new Set('#/"\'`}')
const wordsBeforePattern = wordSet('return typeof case in of do else void throw delete new yield')
const longestWordBeforePattern = 6

/** The code with "" for every text and without comments, in one pass: outputs come from strangers, so no part is searched twice. */
export function withoutText(code: string, dialect: Dialect): Bare {
  const parts: string[] = []
  /** How many braces were open around each template that is going on. */
  const templates: number[] = []
  const lines = createLines(code)
  let unclosed: Bare['unclosed']
  let braces = 0
  let before = -1

  function open(at: number): Opened | undefined {
    const letter = code[at]
    if (code.startsWith(dialect.comment, at)) return { end: lineEnd(code, at), by: '' }
    if (dialect.comment === '//' && code.startsWith('/*', at)) return upTo('*/', at + 2, ' ', 'comment')
    if (dialect.tripleQuotes && (code.startsWith('"""', at) || code.startsWith("'''", at)))
      return upTo(code.slice(at, at + 3), at + 3, '""', 'string')
    if (letter === '"' || letter === "'") return lines.quoted(at, letter)
    if (letter === '/' && dialect.patterns && mayBePattern(code, before)) return lines.pattern(at)
    if (letter === '`') return dialect.templates ? template(at + 1, '') : upTo('`', at + 1, '""', 'string')
    return letter === '}' && templates.at(-1) === braces - 1 ? template(at + 1, '}+') : undefined
  }

  function upTo(closer: string, from: number, by: string, kind: Bare['unclosed']): Opened {
    const end = code.indexOf(closer, from)
    return end < 0 ? { end: code.length, by, unclosed: kind } : { end: end + closer.length, by }
  }

  /** A stretch of a template, up to its end or to the code within it. */
  function template(from: number, closing: '' | '}+'): Opened {
    if (closing) braces = templates.pop() ?? 0
    let end = from
    while (end < code.length && code[end] !== '`' && !code.startsWith('${', end)) end += code[end] === '\\' ? 2 : 1
    if (end >= code.length) return { end: code.length, by: `${closing}""`, unclosed: 'template' }
    if (code[end] === '`') return { end: end + 1, by: `${closing}""` }
    templates.push(braces++)
    return { end: end + 2, by: `${closing}""+{` }
  }

  let taken = 0
  for (let at = 0; at < code.length; ) {
    const text = openers.has(code[at] ?? '') ? open(at) : undefined
    if (text?.unclosed) unclosed ??= text.unclosed
    if (text && text.end > at) {
      parts.push(code.slice(taken, at), text.by)
      if (text.by.trim() !== '') before = text.end - 1
      at = text.end
      taken = at
      continue
    }
    if (code[at] === '{') braces++
    if (code[at] === '}') braces--
    if (!/\s/.test(code[at] ?? '')) before = at
    at++
  }
  return { code: parts.join('') + code.slice(taken), unclosed }
}

/** Finds quotes and patterns, which must end on their line. A part that was searched without success is not searched again. */
function createLines(code: string) {
  const searchedTo: Record<string, number> = {}
  function find(opener: string, at: number, endOf: (from: number) => number): Opened | undefined {
    if (at < (searchedTo[opener] ?? 0)) return undefined
    const end = endOf(at + 1)
    if (end > 0) return { end, by: '""' }
    searchedTo[opener] = -end
    return { end: at, by: '', ...(opener === '/' ? {} : { unclosed: 'string' }) }
  }
  return {
    quoted: (at: number, quote: '"' | "'") => find(quote, at, (from) => endOfQuoted(code, from, quote)),
    pattern: (at: number) => find('/', at, (from) => endOfPattern(code, from)),
  }
}

/** Where a text ends; if negative, how far the search went without finding an end. */
function endOfQuoted(code: string, from: number, quote: string): number {
  let at = from
  for (; at < code.length && code[at] !== '\n'; at += code[at] === '\\' ? 2 : 1) if (code[at] === quote) return at + 1
  return -at
}

function endOfPattern(code: string, from: number): number {
  let inClass = false
  let at = from
  for (; at < code.length && code[at] !== '\n'; at += code[at] === '\\' ? 2 : 1) {
    if (code[at] === '/' && !inClass) return at + 1
    if (code[at] === '[') inClass = true
    if (code[at] === ']') inClass = false
  }
  return -at
}

/** After a value a slash divides; anywhere else it opens a pattern. */
function mayBePattern(code: string, before: number): boolean {
  if (before < 0) return true
  if (!/[\w$)\]}"'`]/.test(code[before] ?? '')) return true
  const word = /[a-z]+$/.exec(code.slice(Math.max(0, before - longestWordBeforePattern), before + 1))?.[0]
  return word !== undefined && wordsBeforePattern.has(word)
}

function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at)
  return end < 0 ? code.length : end
}
