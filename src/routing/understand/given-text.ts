import { conceptsOfWord } from './concepts.ts'
import { tokenise } from './tokens.ts'

/** A quotation of several words is something to work on, not something to do. */
export const quotation =
  /"[^"\s]*[^\S\n][^"\n]*"|“[^“”\s]*\s[^“”]*”|«[^«»\s]*\s[^«»]*»|„[^„“”\s]*\s[^„“”]*[“”]|「[^「」]*」|『[^『』]*』|`[^`\s]*[^\S\n][^`\n]*`|(?<![\p{L}\p{N}])'[^'\s]*[^\S\n][^'\n]*'(?![\p{L}\p{N}])/gu

const languageWork = new Set(['compose', 'translate', 'summarise', 'classify'])
const languageVerbs = new Set(
  `extract correct fix count complete fill sort rank label simplify shorten lengthen reverse combine join replace punctuate critique improve boil condense
  expand continue finish unscramble alphabetise alphabetize capitalise capitalize interpret`.split(/\s+/),
)
const givenNoun =
  /\b(?:sentences?|texts?|words?|paragraphs?|following|these|this|list|phrases?|passage|code|snippet|statements?|quote|review|story|poem|conversation|dialogue|recipe|abstract|notes|names|numbers|here|below|mistakes?|spelling|grammar|json|english|german|french|spanish|italian|latin|argument|plan|line|function|message)\b/i
const longestLead = 16

function blank(text: string): string {
  return text.replace(/[^\s"“”«»„「」『』`']/gu, ' ')
}

/** Where the text to be worked on begins, in "Translate into Dutch: ..." or "Rewrite this: ..."; undefined where there is none. */
function givenFrom(text: string): number | undefined {
  const colon = /[:：]\s/u.exec(text)
  if (!colon || /https?$/i.test(text.slice(0, colon.index))) return undefined
  const lead = tokenise(text.slice(0, colon.index))
  if (lead.length === 0 || lead.length > longestLead) return undefined
  const opening = lead.slice(0, 4).map((token) => token.norm)
  const aboutLanguage = opening.some((word) => conceptsOfWord(word).some((concept) => languageWork.has(concept)))
  const aboutGiven = opening.some((word) => languageVerbs.has(word)) && givenNoun.test(text.slice(0, colon.index))
  return aboutLanguage || aboutGiven ? colon.index + 1 : undefined
}

/** The text with everything that is merely given blanked out, so that offsets stay as they were. */
export function withoutGivenText(text: string): string {
  const unquoted = text.replace(quotation, blank)
  const from = givenFrom(unquoted)
  const kept = from === undefined ? unquoted : unquoted.slice(0, from) + blank(unquoted.slice(from))
  return /[\p{L}\p{N}]/u.test(kept) ? kept : text
}
