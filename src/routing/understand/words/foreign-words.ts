import stored from '../../../../data/foreign-words.json' with { type: 'json' }
import { withoutElision } from '../../../retrieval/words.ts'
import { addTo } from './lists-by-key.ts'
import { ideographic, normalise, tokenise } from './tokens.ts'

/** What is said in a language for an English phrase, whose place in the list it keeps. */
type Form = { said: string; english: string; place: number }
type Forms = { words: Map<string, Form[]>; stems: Map<string, Form[]>; phrases: Map<string, Form[]>; longestStem: number }

/** The forms of each language, read when first asked for; a stem ends in `*` and stands for every word that begins with it. */
const formsOf = new Map<string, Forms>()

function formsIn(language: string): Forms | undefined {
  const lines = (stored as Record<string, Record<string, string>>)[language]
  if (!lines) return undefined
  const known = formsOf.get(language)
  if (known) return known
  const forms: Forms = { words: new Map(), stems: new Map(), phrases: new Map(), longestStem: 0 }
  let place = 0
  for (const [english, said] of Object.entries(lines)) for (const form of said.split('|')) addForm(forms, form, { english, place: place++ })
  formsOf.set(language, forms)
  return forms
}

function addForm(forms: Forms, written: string, meant: Omit<Form, 'said'>): void {
  const said = normalise(written.replace(/\*$/, ''))
  const form = { said, ...meant }
  if (said.includes(' ') || (!written.endsWith('*') && ideographic.test(said))) addTo(forms.phrases, opening(said, 0), form)
  else if (written.endsWith('*')) {
    addTo(forms.stems, said, form)
    forms.longestStem = Math.max(forms.longestStem, said.length)
  } else addTo(forms.words, said, form)
}

/** The first letters of a phrase, by which it is found without trying all phrases at every letter of a text. */
const opening = (text: string, at: number) => text.slice(at, at + 2)

/** English search words for what a text in another language mentions, each once. */
export function englishFor(text: string, language: string): string[] {
  const forms = formsIn(language)
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
  for (let at = 0; at < running.length; at++)
    add(forms.phrases.get(opening(running, at))?.filter(({ said }) => running.startsWith(said, at)))
  return [...new Set([...found].sort((a, b) => a.place - b.place).map(({ english }) => english))]
}
