import topical from '../../../../data/foreign-words.json' with { type: 'json' }
import plain from '../../../../data/plain-foreign-words.json' with { type: 'json' }
import { withoutElision } from '../../../retrieval/words.ts'
import { addTo } from './lists-by-key.ts'
import { ideographic, normalise, tokenise } from './tokens.ts'

/** What is said in a language for an English phrase, whose place in the list it keeps. */
export type Form = { said: string; english: string; place: number; isOpen: boolean; isPlain: boolean }
export type Forms = { words: Map<string, Form[]>; stems: Map<string, Form[]>; phrases: Map<string, Form[]>; longestStem: number }

type Lines = Record<string, Record<string, string>>

/** The forms of each language, read when first asked for; a stem ends in `*` and stands for every word that begins with it. */
function formsFrom(...lists: Lines[]): (language: string) => Forms | undefined {
  const formsOf = new Map<string, Forms>()
  return (language) => {
    const known = formsOf.get(language)
    if (known || !lists.some((lines) => lines[language])) return known
    const forms: Forms = { words: new Map(), stems: new Map(), phrases: new Map(), longestStem: 0 }
    let place = 0
    for (const lines of lists)
      for (const [english, said] of Object.entries(lines[language] ?? {}))
        for (const form of said.split('|')) addForm(forms, form, { english, place: place++, isPlain: lines === plain })
    formsOf.set(language, forms)
    return forms
  }
}

const topicalFormsIn = formsFrom(topical as Lines)
/** Plain words first: where a word has both, they say what it is, and the others what it is about. */
export const allFormsIn = formsFrom(plain as Lines, topical as Lines)

function addForm(forms: Forms, written: string, meant: Pick<Form, 'english' | 'place' | 'isPlain'>): void {
  const said = normalise(written.replace(/\*$/, ''))
  const form = { said, ...meant, isOpen: written.endsWith('*') }
  if (said.includes(' ') || (!written.endsWith('*') && ideographic.test(said))) addTo(forms.phrases, opening(said, 0), form)
  else if (written.endsWith('*')) {
    addTo(forms.stems, said, form)
    forms.longestStem = Math.max(forms.longestStem, said.length)
  } else addTo(forms.words, said, form)
}

/** The first letters of a phrase, by which it is found without trying all phrases at every letter of a text. */
export const opening = (text: string, at: number) => text.slice(at, at + 2)

const isLetter = (text: string, at: number) => /[\p{L}\p{M}\p{N}]/u.test(text[at] ?? ' ')
/** Scripts that put no blanks between words, so a form is found anywhere in a text. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
export const isUnspaced = (text: string) => unspaced.test(text)
/** A Korean word is followed by its particle. */
const hangul = /\p{Script=Hangul}/u

/** Whether a phrase stands at this place of a text as whole words. */
export function standsAt({ said, isOpen }: Form, text: string, at: number): boolean {
  if (!text.startsWith(said, at)) return false
  if (isUnspaced(said[0]!)) return true
  return !isLetter(text, at - 1) && (isOpen || hangul.test(said) || !isLetter(text, at + said.length))
}

/** The words that are known in a language. */
export const formsSaidIn = (language: string): string[] =>
  [plain as Lines, topical as Lines].flatMap((lines) =>
    Object.values(lines[language] ?? {}).flatMap((said) =>
      said
        .toLowerCase()
        .split(/[|* ]+/)
        .filter((word) => /\p{L}/u.test(word)),
    ),
  )

/** Whether a word, as it stands, is a plain one of a language other than English. */
export const isPlainIn = (language: string, word: string) =>
  allFormsIn(language)
    ?.words.get(word)
    ?.some(({ isPlain }) => isPlain) ?? false

/** English search words for what a text in another language mentions, each once. */
export function englishFor(text: string, language: string): string[] {
  const forms = topicalFormsIn(language)
  if (!forms) return []
  const found = new Set<Form>()
  const add = (some: readonly Form[] = []) => {
    for (const form of some) found.add(form)
  }
  for (const word of new Set(tokenise(text).map(({ norm }) => withoutElision(norm)))) {
    add(forms.words.get(word))
    for (let length = 1; length <= Math.min(word.length, forms.longestStem); length++) add(forms.stems.get(word.slice(0, length)))
  }
  const running = ` ${normalise(text)} `
  for (let at = 0; at < running.length; at++) add(forms.phrases.get(opening(running, at))?.filter((form) => standsAt(form, running, at)))
  return [...new Set([...found].sort((a, b) => a.place - b.place).map(({ english }) => english))]
}
