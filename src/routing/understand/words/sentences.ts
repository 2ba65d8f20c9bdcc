import { isInstructionVerb } from './action-verbs.ts'
import { questionWords } from './question-words.ts'

/** Whose full stop ends no sentence, whatever name follows. */
export const titles = 'Mr|Mrs|Ms|Dr|Prof|St'
/** The stop of "e.g. a library" or "7 p.m. for four". */
const stopWithin = String.raw`(?<=(?<!\p{L})(?:\p{L}\.\p{L}|${titles}))\.(?=\s+\p{Ll})|(?<=(?<!\p{L})(?:${titles}))\.(?=\s+\p{Lu})`
const sentencePattern = new RegExp(String.raw`[^.!?\n。！？]*(?:(?:[.!?](?=\S)|${stopWithin})[^.!?\n。！？]*)*[.!?。！？\n]*`, 'gu')
const delimiter = /["'`]{3,}|[#%=~*]{3,}|-{3,}|<{3,}|>{3,}/g
const opensQuestion: ReadonlySet<string> = new Set(questionWords)
const capitalisedWord = /(?<=[^\s:"“'(])\s+(?=(\p{Lu}\p{Ll}+)\s)/gu

/** Sentences with their end signs and line breaks, so that joining them gives the text back. */
function sentencesOf(text: string): string[] {
  return text.match(sentencePattern)?.filter((sentence) => sentence.trim() !== '') ?? []
}

/** Sentences cut once more at delimiters and before a capitalised instruction verb, where a writer left out the full stop. */
export function segmentsOf(text: string): string[] {
  return sentencesOf(text.replace(delimiter, '\n')).flatMap((sentence) => {
    const cuts = [...sentence.matchAll(capitalisedWord)].filter(([, word]) => {
      const lower = word!.toLowerCase()
      return isInstructionVerb(lower) || opensQuestion.has(lower)
    })
    const starts = [0, ...cuts.slice(0, 6).map((cut) => cut.index)]
    return starts.map((start, i) => sentence.slice(start, starts[i + 1]))
  })
}

/** Some of a text's segments as a text again: one may have brought the space behind it with another that is gone. */
export const joinedSegments = (segments: readonly string[]) =>
  segments.reduce((text, segment) => (/(?:^|\s)$/.test(text) || /^\s/.test(segment) ? text + segment : `${text} ${segment}`), '').trim()

/** All sentences but one, those nearest to it first: the reader sees only so much of them. */
export function nearestFirst(sentences: readonly string[], at: number): string[] {
  return sentences
    .map((sentence, place) => ({ sentence, distance: Math.abs(place - at), place }))
    .filter(({ distance }) => distance > 0)
    .sort((a, b) => a.distance - b.distance || a.place - b.place)
    .map(({ sentence }) => sentence.trim())
}
