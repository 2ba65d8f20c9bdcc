import { withoutElision } from '../../../retrieval/words.ts'
import { allFormsIn, type Form, type Forms, isUnspaced, opening, standsAt } from './foreign-words.ts'
import { isCapitalised, normalise, opensSentence } from './tokens.ts'

export type Gloss = {
  /** The text in English, word by word, with names and numbers as they stand. */
  text: string
  /** How many letters of its words are rendered, as a share. */
  share: number
}

/** Words, numbers and the marks that end a sentence. */
const piece = /\p{L}[\p{L}\p{M}\p{N}'’_-]*|\p{N}[\p{L}\p{N}.,:%-]*|[.!?;:]/gu
const latin = /^[a-z0-9]+/
/** Shorter words that are not known are mostly articles and the like. */
const longestParticle = 3
const shortestStem = 3

/** A text as words are compared, and where each of its letters stood before. */
function folded(text: string): { lower: string; places: number[] } {
  let lower = ''
  const places: number[] = []
  let place = 0
  for (const letter of text) {
    const plain = normalise(letter)
    for (let at = 0; at < plain.length; at++) places.push(place)
    lower += plain
    place += letter.length
  }
  return { lower, places: [...places, place] }
}

/** A rough rendering in English of a text in another language: what it speaks of, in its order, without grammar. */
export function glossOf(text: string, language: string): Gloss {
  const forms = allFormsIn(language)
  if (!forms) return { text, share: 0 }
  const composed = text.normalize('NFC')
  const { lower, places } = folded(composed)
  const rawOf = (from: number, to: number) => composed.slice(places[from], places[to])
  const said: string[] = []
  let [rendered, missing] = [0, 0]
  const render = ({ english }: Pick<Form, 'english'>, letters: number) => {
    if (said.at(-1) !== english) said.push(english)
    rendered += letters
    return letters
  }

  /** Goes through a run without blanks from form to form. */
  function renderRun(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const phrase = longestAt(forms!, lower, at)
      const raw = phrase ? 0 : (latin.exec(lower.slice(at, to))?.[0].length ?? 0)
      if (raw > 0) said.push(rawOf(at, at + raw))
      else if (!phrase) missing++
      at += phrase ? render(phrase, phrase.said.length) : raw || 1
    }
  }

  let renderedTo = 0
  for (const { 0: word, index } of lower.matchAll(piece)) {
    if (index < renderedTo) continue
    renderedTo = index + word.length
    const phrase = longestAt(forms, lower, index)
    if (phrase) renderedTo = index + render(phrase, phrase.said.length)
    else if (isUnspaced(word)) renderRun(index, renderedTo)
    else {
      const known = knownAs(forms, withoutElision(word))
      const raw = rawOf(index, renderedTo)
      if (known) render(known, word.length)
      else if (staysAsItIs(raw, opensSentence(composed, places[index]!))) said.push(raw)
      else if (word.length > longestParticle) missing += word.length
    }
  }
  return { text: said.join(' '), share: rendered / Math.max(1, rendered + missing) }
}

/** Marks, numbers, and what is written in capitals inside a sentence, which may be a name. */
const staysAsItIs = (raw: string, opens: boolean) => /^[.!?;:]|\p{N}/u.test(raw) || (isCapitalised(raw) && !opens)

function longestAt(forms: Forms, text: string, at: number): Form | undefined {
  let longest: Form | undefined
  for (const form of forms.phrases.get(opening(text, at)) ?? [])
    if (form.said.length > (longest?.said.length ?? 0) && standsAt(form, text, at)) longest = form
  return longest
}

/** The word as it is, or else its longest known beginning. */
function knownAs(forms: Forms, word: string): Form | undefined {
  const whole = forms.words.get(word)?.[0]
  for (let length = Math.min(word.length, forms.longestStem); !whole && length >= shortestStem; length--) {
    const stem = forms.stems.get(word.slice(0, length))?.[0]
    if (stem) return stem
  }
  return whole
}
