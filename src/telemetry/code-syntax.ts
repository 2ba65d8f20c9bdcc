import { stripTypeScriptTypes } from 'node:module'

export type Syntax = { ok: boolean; problem: string }
const fine: Syntax = { ok: true, problem: '' }
const broken = (problem: string): Syntax => ({ ok: false, problem })

const scriptLanguages = new Set(['js', 'javascript', 'mjs', 'cjs', 'ts', 'typescript', 'mts', 'cts'])
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

/** Whether code has the form of its language. Scripts are parsed, never run; Python is checked by brackets and indentation. */
export function checkSyntax(code: string, language: string): Syntax {
  if (language === 'json') return checkJson(code)
  if (scriptLanguages.has(language)) return checkScript(code)
  if (pythonLanguages.has(language)) return checkPython(code)
  return bracketLanguages.has(language) ? checkBrackets(code, '//') : fine
}

export function checkJson(text: string): Syntax {
  try {
    JSON.parse(text)
    return fine
  } catch (error) {
    return broken(`not valid JSON: ${(error as Error).message.slice(0, 120)}`)
  }
}

function checkScript(code: string): Syntax {
  try {
    stripTypeScriptTypes(code, { mode: 'transform' })
    return fine
  } catch (error) {
    return broken(`does not parse: ${(error as Error).message.split('\n')[0]?.slice(0, 120)}`)
  }
}

const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Brackets must pair up outside of strings and comments. */
function checkBrackets(code: string, comment: '//' | '#'): Syntax {
  const bare = withoutText(code, comment)
  const open: string[] = []
  for (const letter of bare) {
    if (closers[letter]) open.push(closers[letter])
    else if ((letter === ')' || letter === ']' || letter === '}') && open.pop() !== letter) return broken(`an unexpected ${letter}`)
  }
  return open.length === 0 ? fine : broken(`${open.length} bracket${open.length > 1 ? 's' : ''} never closed`)
}

function withoutText(code: string, comment: '//' | '#'): string {
  const strings = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g
  const comments = comment === '#' ? /#[^\n]*/g : /\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return code.replace(strings, '""').replace(comments, '')
}

function checkPython(code: string): Syntax {
  const brackets = checkBrackets(code, '#')
  if (!brackets.ok) return brackets
  const bare = joinBracketed(withoutText(code, '#'))
  const lines = bare.split('\n').filter((line) => line.trim() !== '')
  const indents = [0]
  for (const [i, line] of lines.entries()) {
    const indent = line.length - line.trimStart().length
    const opensBlock = /:\s*$/.test(lines[i - 1] ?? '')
    const current = indents.at(-1) ?? 0
    if (opensBlock && indent <= current) return broken('a block without an indented body')
    if (!opensBlock && indent > current && i > 0) return broken('unexpected indentation')
    if (indent > current) indents.push(indent)
    while (indent < (indents.at(-1) ?? 0)) indents.pop()
    if (indent !== indents.at(-1)) return broken('indentation that matches no block')
    if (/^\s*(def|class|if|elif|for|while|with|try|except|finally|else)\b[^:]*$/.test(line)) return broken('a block header without a colon')
  }
  return /:\s*$/.test(lines.at(-1) ?? '') ? broken('ends with an open block') : fine
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
