import { wordSet } from '../retrieval/word-list.ts'
import { rounded } from '../rounded.ts'
import { checkJson, checkSyntax, type Problem } from './code-syntax.ts'
import { isMeantAsJson, isMeantForTask } from './json-form.ts'
import { declines } from './refusal.ts'

export const outputFormats = ['text', 'markdown', 'json', 'code'] as const
type OutputFormat = (typeof outputFormats)[number]
export type OutputToVerify = { output: string; task?: string | undefined; expected_format?: OutputFormat | undefined }
type OutputCheck = { check: CheckName; passed: boolean; points: number; out_of: number; explanation: string }
type Verification = { score: number; verdict: 'good' | 'doubtful' | 'bad'; detected_format: OutputFormat; checks: OutputCheck[] }

type CheckName = 'not_empty' | 'no_refusal' | 'not_truncated' | 'well_formed' | 'coherent'
const outOf = 2
const mostWithout: Record<CheckName, number> = { not_empty: 0, no_refusal: 2, not_truncated: 6, well_formed: 5, coherent: 8 }
/** Words on a loop answer nothing, while a good translation may share no word with its task. */
const mostForLoop = 4
/** Whoever waits for JSON can read none of it. */
const mostForBrokenJson = 3
const goodFrom = 8
const doubtfulFrom = 5

/** A deterministic look at an output: five checks of two points each, and a ceiling for each one that fails. */
export function verifyOutput({ output, task, expected_format }: OutputToVerify): Verification {
  const text = output.trim()
  const detected_format = detectFormat(text, task)
  const format = expected_format ?? detected_format
  const checks = isEmpty(text)
    ? [result('not_empty', 0, 'The output is empty.')]
    : [
        result('not_empty', 1, 'The output holds text.'),
        checkRefusal(text),
        checkTruncation(text, format),
        checkForm(text, format, detected_format),
        checkCoherence(text, task, format),
      ]
  const ceiling = Math.min(10, ...checks.filter(({ passed }) => !passed).map((failed) => ceilingOf(failed, format)))
  const sum = checks.reduce((total, { points }) => total + points, 0)
  const score = rounded(Math.min(ceiling, sum), 1)
  const verdict = score >= goodFrom ? 'good' : score >= doubtfulFrom ? 'doubtful' : 'bad'
  return { score, verdict, detected_format, checks }
}

/** Characters that show nothing are no text. */
const isEmpty = (text: string) => !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)

function ceilingOf({ check, points }: OutputCheck, format: OutputFormat): number {
  if (check === 'well_formed' && format === 'json') return mostForBrokenJson
  return check === 'coherent' && points === 0 ? mostForLoop : mostWithout[check]
}

function result(check: CheckName, share: number, explanation: string): OutputCheck {
  return { check, passed: share >= 0.5, points: rounded(share * outOf, 1), out_of: outOf, explanation }
}

type Fence = { language: string; code: string }
/** Within a list it is indented. */
const fenceLine = /^[ \t]*```([\w+#-]*)/
const fencesOf = (text: string): Fence[] => {
  const fences: Fence[] = []
  let open: { language: string; lines: string[] } | undefined
  for (const line of text.split('\n')) {
    if (!fenceLine.test(line)) open?.lines.push(`${line}\n`)
    else if (open) {
      fences.push({ language: open.language, code: open.lines.join('') })
      open = undefined
    } else open = { language: fenceLine.exec(line)?.[1]?.toLowerCase() ?? '', lines: [] }
  }
  return fences
}

function detectFormat(text: string, task = ''): OutputFormat {
  if (isMeantAsJson(text)) return 'json'
  const fences = fencesOf(text)
  if (isMeantForTask(fences.length === 1 ? (fences[0]?.code ?? '') : text, task)) return 'json'
  const fenced = fences.reduce((sum, { code }) => sum + code.length, 0)
  if (fences.length > 0)
    return fences.length === 1 && fences[0]?.language === 'json' ? 'json' : fenced > text.length / 2 ? 'code' : 'markdown'
  if (/^#{1,6} \S|^[-*] \S|^\d+\. \S|^\|.+\|$/m.test(text)) return 'markdown'
  return /^(import |from \w+ import|export |const |let |function |def |class |package |public |#include|fn |func )/m.test(text)
    ? 'code'
    : 'text'
}

function checkRefusal(text: string): OutputCheck {
  return declines(text)
    ? result('no_refusal', 0, 'It opens by declining the task.')
    : result('no_refusal', 1, 'Nothing at the start declines the task.')
}

/** After another word and in small letters: "A" may be all of an answer, or the name of one. */
const goesOn = /(\.\.\.|…|[,،、，]|[\p{L}\p{N},]\s+(and|or|the|a|an|to|of|with|for|because|that|which))$/u
/** Every script has signs of its own to end a sentence; a semicolon asks in Greek, and Thai, Lao and Tibetan can do without any. */
const isClosed =
  /[\p{Sentence_Terminal}\p{Pe}\p{Pf}\p{Quotation_Mark}:`*_|>\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}\p{Me}\p{sc=Thai}\p{sc=Lao}\p{sc=Tibetan}]$|\p{sc=Greek};$/u

/** A short line at the end may be a signature, a verse or the last of a list. */
const longestSignature = 60

function checkTruncation(text: string, format: OutputFormat): OutputCheck {
  const openFence = text.split('\n').filter((line) => fenceLine.test(line)).length % 2 === 1
  const trailing = goesOn.test(text)
  const lastLine = text.slice(text.lastIndexOf('\n') + 1)
  const endsMidSentence = format === 'text' && text.length > 200 && lastLine.length > longestSignature && !isClosed.test(text)
  if (openFence) return result('not_truncated', 0, 'A code block is never closed.')
  if (trailing && format !== 'code') return result('not_truncated', 0, 'It stops in the middle of a sentence.')
  if (format === 'json' && /^[[{]/.test(text) && !/[\]}]$/.test(text)) return result('not_truncated', 0, 'The JSON is cut off.')
  return endsMidSentence
    ? result('not_truncated', 0.25, 'A long text ends without closing punctuation.')
    : result('not_truncated', 1, 'It comes to an end.')
}

function checkForm(text: string, format: OutputFormat, detected: OutputFormat): OutputCheck {
  const fences = fencesOf(text)
  if (format === 'json') return formResult(jsonProblem(text, fences), 'The JSON parses.')
  if (format === 'code') {
    if (fences.length === 0 && detected === 'text' && readsAsProse(text))
      return result('well_formed', 0, 'Code was expected; this is prose.')
    const blocks = fences.length > 0 ? fences : [{ language: '', code: text }]
    const named = blocks.map(({ code, language }) => ({ code, language: language || programmingLanguageOf(code) }))
    return formResult(firstProblem(named), 'The code has the form of its language.')
  }
  if (format === 'markdown' && detected === 'text') return result('well_formed', 0.5, 'Markdown was expected; this is plain prose.')
  return formResult(firstProblem(fences), format === 'markdown' ? 'The markdown is well-formed.' : 'Plain text, no form to break.')
}

/** Blocks of other languages may stand beside the JSON; where none is marked as JSON, each may be. */
function jsonProblem(text: string, fences: readonly Fence[]): Problem {
  if (fences.length === 0) return checkJson(text)
  const marked = fences.filter(({ language }) => language === '' || language.startsWith('json'))
  return firstProblem((marked.length > 0 ? marked : fences).map(({ code }) => ({ code, language: 'json' })))
}

const signOfCode = /[=(){}[\]<>;|&$#@\\/+*^~`_"]/

/** Sentences of plain words. Code may begin in countless ways, so whatever could be a line of it is taken for one. */
function readsAsProse(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word) || signOfCode.test(word))
  const plain = words.filter((word) => !signOfCode.test(word)).length
  return plain >= 0.8 * words.length && (/^\p{Lu}\p{Ll}/u.test(text) || /\p{Sentence_Terminal}$/u.test(text))
}

function firstProblem(blocks: readonly Fence[]): Problem {
  for (const { code, language } of blocks) {
    const problem = checkSyntax(code, language)
    if (problem) return problem
  }
  return undefined
}

const formResult = (problem: Problem, fine: string) => (problem ? result('well_formed', 0, problem) : result('well_formed', 1, fine))

function programmingLanguageOf(code: string): string {
  if (isMeantAsJson(code.trim())) return 'json'
  if (code.split('\n').some(isPythonLine)) return 'python'
  if (/\b(const|let|function|interface|export)\b|=>/.test(code)) return 'typescript'
  return ''
}

const isPythonLine = (line: string) =>
  (/^\s*(def|class) \w/.test(line) && /:\s*$/.test(line)) || /^\s*(from \w[\w.]* )?import \w+\s*$/.test(line)

const wordsOfAnyTopic = wordSet(
  'about above after again also and any are because been before being below between both but can could did does doing down during each few for from further had has have having her here hers him his how into its itself just like make more most must need not now off once only other our out over own please same she should some such than that the their them then there these they this those through too under until use using very was were what when where which while who why will with would write you your create give show list tell explain find help',
)
const wordsOf = (text: string) =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !wordsOfAnyTopic.has(word)).map((word) => word.slice(0, 6)),
  )

function checkCoherence(text: string, task: string | undefined, format: OutputFormat): OutputCheck {
  const words = text.match(/\S+/g) ?? []
  const isProse = format === 'text' || format === 'markdown'
  if (isProse && endsInLoop(words)) return result('coherent', 0, 'It ends with the same words over and over.')
  if (task === undefined) return result('coherent', 1, 'No task was given to compare with.')
  const wanted = [...wordsOf(task)]
  const answered = wordsOf(text)
  if (wanted.length === 0) return result('coherent', 1, 'The task has no words to compare with.')
  const share = wanted.filter((word) => answered.has(word)).length / wanted.length
  if (share > 0) return result('coherent', Math.min(1, 0.6 + share), `It takes up ${Math.round(share * 100)}% of the words of the task.`)
  return result('coherent', !isProse || words.length <= 12 ? 0.6 : 0.25, 'It shares no word with the task, so check that it answers it.')
}

const fewestForLoop = 30
const mostForLook = 60
const longestLoop = 20
/** How many words may follow the loop. */
const afterLoop = 3

/** Whether the last words come again and again in the same order. Few words in changing order may be an answer: one label for each line. */
function endsInLoop(words: readonly string[]): boolean {
  const last = words.slice(-2 * mostForLook).flatMap((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || [])
  const looked = last.slice(-mostForLook, -afterLoop)
  if (looked.length < fewestForLoop) return false
  return Array.from({ length: longestLoop }, (_, i) => i + 1).some((period) =>
    looked.every((word, at) => at < period || word === looked[at - period]),
  )
}
