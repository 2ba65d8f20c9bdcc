import { wordList, wordSet } from '../../retrieval/word-list.ts'
import { isInstructionVerb } from './words/action-verbs.ts'
import { conceptsOfWord } from './words/concepts.ts'
import { questionWords } from './words/question-words.ts'
import { tokenise } from './words/tokens.ts'

const quotation =
  /"[^"\n]*"|“[^“”]*”|«[^«»]*»|„[^„“”]*[“”]|「[^「」]*」|『[^『』]*』|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\s]*[^\S\n][^'\n]*'(?![\p{L}\p{N}])/gu
const isOfSeveralWords = (quoted: string) => /\s/.test(quoted) || /^[「『]/.test(quoted)

/** A quotation of several words is something to work on, not something to do. */
export const replaceQuotations = (text: string, replace: (quoted: string) => string) =>
  text.replace(quotation, (quoted) => (isOfSeveralWords(quoted) ? replace(quoted) : quoted))

const languageWork = new Set(['compose', 'translate', 'summarise', 'classify'])
const languageVerbs =
  wordSet(`extract correct fix count complete fill sort rank label simplify shorten lengthen reverse combine join replace punctuate critique improve boil condense
  expand continue finish unscramble alphabetise alphabetize capitalise capitalize interpret`)
const openingWords = 4

const isLanguageWork = (word: string) => languageVerbs.has(word) || conceptsOfWord(word).some((concept) => languageWork.has(concept))

function blank(text: string): string {
  return text.replace(/[^\s"“”«»„「」『』`']/gu, ' ')
}

type Opening = { words: string[]; end: number }

/** What stands before the first colon of a text. */
function openingOf(text: string): Opening | undefined {
  const colon = /[:：]\s/u.exec(text)
  if (!colon) return undefined
  const words = tokenise(text.slice(0, colon.index)).slice(0, openingWords)
  return { words: words.map(({ norm }) => norm), end: colon.index + 1 }
}

/** Where the text to be worked on begins, in "Translate into Dutch: ..." or "Rewrite this: ..."; undefined where there is none. */
function givenFrom(text: string): number | undefined {
  const opening = openingOf(text)
  return opening?.words.some(isLanguageWork) ? opening.end : undefined
}

const reworkVerbs = wordSet('rewrite reword rephrase paraphrase proofread polish')
const reworks = (word: string) => reworkVerbs.has(word) || conceptsOfWord(word).includes('translate')

/** "Translate: send it to Anna" can only mean a text that is there, unlike "Write a post: publish it" and "Summarise: the mails in Gmail". */
export const isReworked = (text: string) => openingOf(text)?.words.some(reworks) ?? false

const lastSentence = /(?:^|[.!?]["”)]?[^\S\n]+|\n\s*)([^\s.!?][^.!?\n]*)[.!?]?\s*$/u
const sentenceStart = /(?:^|[.!?]\s+|\n\s*)(?:please\s+|and\s+|then\s+)?([\p{L}']+)/giu
const asking = new Set([...questionWords, ...wordList('is are was were do does did can could would will should')])
const pointingBack = /\b(?:it|them|those|these|that|this|results?)\b/i
const whereItLies = /\b(?:is|are|lies?|sits?|stored|saved|kept)\s+(?:\p{L}+\s+)?(?:in|on|at)\s/iu
const longestAfter = 9

/** Somebody's words ask for nothing where no sentence of them does. */
function asksForNothing(text: string): boolean {
  return [...text.matchAll(sentenceStart)].every(([, word = '']) => {
    const norm = word.toLowerCase()
    return !isInstructionVerb(norm) && !asking.has(norm)
  })
}

/**
 * Where the instruction begins that follows on a text pasted before it ("Yesterday we told everyone in Slack. Fix the grammar."); 0 where
 * there is none. "The notes are in Notion. Summarise them." is about something that has yet to be fetched.
 */
function givenUntil(text: string): number {
  const last = lastSentence.exec(text)
  const instruction = last?.[1] ?? ''
  const from = last ? last.index + last[0].indexOf(instruction) : 0
  if (from === 0) return 0
  const words = tokenise(instruction).filter(({ norm }) => norm !== 'please' && norm !== 'now')
  if (words.length === 0 || words.length > longestAfter || !isLanguageWork(words[0]!.norm)) return 0
  const before = text.slice(0, from)
  if (pointingBack.test(instruction) || whereItLies.test(before)) return 0
  return asksForNothing(before) ? from : 0
}

/** The text with what it quotes blanked out. */
export const withoutQuotations = (text: string) => replaceQuotations(text, blank)

/** The text with everything that is merely given blanked out, so that offsets stay as they were. */
export function withoutGivenText(text: string): string {
  const unquoted = withoutQuotations(text)
  const from = givenFrom(unquoted)
  const [start, end] = from === undefined ? [givenUntil(unquoted), unquoted.length] : [0, from]
  const kept = blank(unquoted.slice(0, start)) + unquoted.slice(start, end) + blank(unquoted.slice(end))
  return /[\p{L}\p{N}]/u.test(kept) ? kept : text
}
