import { wordSet } from '../../retrieval/word-list.ts'
import { isInstructionVerb } from './action-verbs.ts'
import { conceptsOfWord } from './concepts.ts'
import { tokenise } from './tokens.ts'

/** A quotation of several words is something to work on, not something to do. */
export const quotation =
  /"[^"\s]*[^\S\n][^"\n]*"|“[^“”\s]*\s[^“”]*”|«[^«»\s]*\s[^«»]*»|„[^„“”\s]*\s[^„“”]*[“”]|「[^「」]*」|『[^『』]*』|`[^`\s]*[^\S\n][^`\n]*`|(?<![\p{L}\p{N}])'[^'\s]*[^\S\n][^'\n]*'(?![\p{L}\p{N}])/gu

const languageWork = new Set(['compose', 'translate', 'summarise', 'classify'])
const languageVerbs =
  wordSet(`extract correct fix count complete fill sort rank label simplify shorten lengthen reverse combine join replace punctuate critique improve boil condense
  expand continue finish unscramble alphabetise alphabetize capitalise capitalize interpret`)
const proofVerbs = wordSet('proofread rephrase paraphrase reword rewrite')
const givenNoun =
  /\b(?:sentences?|texts?|words?|paragraphs?|following|these|this|list|phrases?|passage|code|snippet|statements?|quote|review|story|poem|conversation|dialogue|recipe|abstract|notes|names|numbers|here|below|mistakes?|spelling|grammar|json|english|german|french|spanish|italian|latin|argument|plan|line|function|message)\b/i
const longestLead = 16
const openingWords = 4
const longestOpening = 200

const isAboutLanguage = (word: string) => conceptsOfWord(word).some((concept) => languageWork.has(concept))

function blank(text: string): string {
  return text.replace(/[^\s"“”«»„「」『』`']/gu, ' ')
}

/** Where the text to be worked on begins, in "Translate into Dutch: ..." or "Rewrite this: ..."; undefined where there is none. */
function givenFrom(text: string): number | undefined {
  const colon = /[:：]\s/u.exec(text)
  if (!colon || /https?$/i.test(text.slice(0, colon.index))) return undefined
  const lead = tokenise(text.slice(0, colon.index))
  if (lead.length === 0 || lead.length > longestLead) return undefined
  const opening = lead.slice(0, openingWords).map((token) => token.norm)
  const aboutLanguage = opening.some(isAboutLanguage)
  const aboutGiven = opening.some((word) => languageVerbs.has(word)) && givenNoun.test(text.slice(0, colon.index))
  return aboutLanguage || aboutGiven ? colon.index + 1 : undefined
}

const lastSentence = /(?:^|[.!?]["”)]?[^\S\n]+|\n\s*)([^\s.!?][^.!?\n]*)[.!?]?\s*$/u
const sentenceStart = /(?:^|[.!?]\s+|\n\s*)(?:please\s+|and\s+|then\s+)?([\p{L}']+)/giu
const asking = wordSet('what which who whose where when why how is are was were do does did can could would will should')
const pointingBack = /\b(?:it|them|those|these|that|this|results?)\b/i
const whereItLies = /\b(?:is|are|lies?|sits?|stored|saved|kept)\s+(?:\p{L}+\s+)?(?:in|on|at)\s/iu
const longestAfter = 9
const shortestBefore = 6

const isLanguageWork = (word: string) => languageVerbs.has(word) || proofVerbs.has(word) || isAboutLanguage(word)

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
  const words = tokenise(instruction).filter(({ norm }) => norm !== 'please' && norm !== 'now')
  if (!last || words.length === 0 || words.length > longestAfter || !isLanguageWork(words[0]!.norm)) return 0
  const from = last.index + last[0].indexOf(instruction)
  const before = text.slice(0, from)
  if (tokenise(before).length < shortestBefore || pointingBack.test(instruction) || whereItLies.test(before)) return 0
  return asksForNothing(before) ? from : 0
}

/** The text with what it quotes blanked out. */
export const withoutQuotations = (text: string) => text.replace(quotation, blank)

/** Whether the text asks to put something into other words, which whatever follows a colon is then given for. */
export const asksToReword = (text: string) =>
  tokenise(text.slice(0, longestOpening))
    .slice(0, openingWords)
    .some(({ norm }) => proofVerbs.has(norm) || conceptsOfWord(norm).includes('translate'))

/** The text with everything that is merely given blanked out, so that offsets stay as they were. */
export function withoutGivenText(text: string): string {
  const unquoted = withoutQuotations(text)
  const from = givenFrom(unquoted)
  const [start, end] = from === undefined ? [givenUntil(unquoted), unquoted.length] : [0, from]
  const kept = blank(unquoted.slice(0, start)) + unquoted.slice(start, end) + blank(unquoted.slice(end))
  return /[\p{L}\p{N}]/u.test(kept) ? kept : text
}
