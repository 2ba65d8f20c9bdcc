import { Script } from 'node:vm'
import { excerpt } from '../excerpt.ts'
import { thrownMessage } from '../thrown.ts'
import { type Dialect, withoutText } from './code-text.ts'

/** What is wrong with the form of a text, in a sentence; undefined where nothing is. */
export type Problem = string | undefined

const plainScriptLanguages = new Set(['js', 'javascript', 'mjs', 'cjs'])
const typedScriptLanguages = new Set(['ts', 'typescript', 'mts', 'cts'])
const pythonLanguages = new Set(['py', 'python', 'python3'])
const bracketLanguages = new Set([
  'java',
  'go',
  'rust',
  'rs',
  'c',
  'cpp',
  'c++',
  'cs',
  'csharp',
  'kotlin',
  'swift',
  'php',
  'jsx',
  'tsx',
  'css',
])

const script: Dialect = { comment: '//', tripleQuotes: false, templates: true, patterns: true }
const python: Dialect = { comment: '#', tripleQuotes: true, templates: false, patterns: false }
const bracketed: Dialect = { comment: '//', tripleQuotes: true, templates: false, patterns: false }

/** Whether code has the form of its language. JavaScript is parsed, never run; the others are checked by texts, brackets and indentation. */
export function checkSyntax(code: string, language: string): Problem {
  if (language === 'json') return checkJson(code)
  if (plainScriptLanguages.has(language)) return checkScript(code, { hasTypes: false })
  if (typedScriptLanguages.has(language)) return checkScript(code, { hasTypes: true })
  if (pythonLanguages.has(language)) return checkPython(code)
  return bracketLanguages.has(language) ? checkBrackets(withoutText(code, bracketed).code) : undefined
}

export function checkJson(text: string): Problem {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `It is not valid JSON: ${excerpt(thrownMessage(error), 120)}.`
  }
}

/**
 * A parser of types would have to guess and turn back, which takes hostile code exponential time, so TypeScript is not parsed. Neither
 * are modules, which V8 does not parse without loading them.
 */
function checkScript(given: string, { hasTypes }: { hasTypes: boolean }): Problem {
  const code = given.replace(/^#!.*/, '')
  const { code: bare, unclosed } = withoutText(code, script)
  if (unclosed) return `It has a ${unclosed} that is never closed.`
  const unpaired = checkBrackets(bare)
  if (unpaired) return unpaired
  const loose = /(=>|=|(?<!\+)\+|(?<!-)-|%|&|\|)\s*(?:[)\]};]|$)/.exec(bare)?.[1]
  if (loose) return `It has an expression that breaks off after ${loose}.`
  return hasTypes || /\b(?:import|export)\b/.test(bare) ? undefined : parseScript(code)
}

/** Within an async function, in which all may stand that may at the top; the brackets pair up, so nothing ends it early. */
function parseScript(code: string): Problem {
  try {
    new Script(`async () => {${code}\n}`)
    return undefined
  } catch (error) {
    return `It does not parse: ${excerpt(thrownMessage(error), 120)}.`
  }
}

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Brackets must pair up outside of texts and comments. */
function checkBrackets(bare: string): Problem {
  const open: string[] = []
  for (const letter of bare) {
    if (closers[letter]) open.push(closers[letter])
    else if ((letter === ')' || letter === ']' || letter === '}') && open.pop() !== letter) return `It has an unexpected ${letter}.`
  }
  return open.length === 0 ? undefined : `It has ${open.length} bracket${open.length > 1 ? 's' : ''} never closed.`
}

function checkPython(code: string): Problem {
  const { code: bare, unclosed } = withoutText(code, python)
  if (unclosed) return `It has a ${unclosed} that is never closed.`
  const unpaired = checkBrackets(bare)
  if (unpaired) return unpaired
  const lines = joinBracketed(bare)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const indents = [0]
  for (const [i, line] of lines.entries()) {
    const indent = line.length - line.trimStart().length
    const opensBlock = /:\s*$/.test(lines[i - 1] ?? '')
    const current = indents.at(-1) ?? 0
    if (opensBlock && indent <= current) return 'It has a block without an indented body.'
    if (!opensBlock && indent > current && i > 0) return 'It has unexpected indentation.'
    if (indent > current) indents.push(indent)
    while (indent < (indents.at(-1) ?? 0)) indents.pop()
    if (indent !== indents.at(-1)) return 'It has indentation that matches no block.'
    if (/^\s*(def|class|if|elif|for|while|with|try|except|finally|else)\b[^:]*$/.test(line)) return 'It has a block header without a colon.'
  }
  return /:\s*$/.test(lines.at(-1) ?? '') ? 'It ends with an open block.' : undefined
}

/** Puts what stands within brackets on one line, where Python does not look at indentation. */
function joinBracketed(code: string): string {
  let depth = 0
  let joined = ''
  for (const letter of code) {
    if ('([{'.includes(letter)) depth++
    if (')]}'.includes(letter)) depth--
    joined += letter === '\n' && depth > 0 ? ' ' : letter
  }
  return joined.replace(/\\\n/g, ' ')
}
