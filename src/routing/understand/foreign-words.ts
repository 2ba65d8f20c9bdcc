import stored from '../../../data/foreign-words.json' with { type: 'json' }
import { ideographic, normalise, tokenise } from './tokens.ts'

type Form = { said: string; english: string; is: 'word' | 'stem' | 'phrase' }

/** The forms of each language, read when first asked for; a stem ends in `*` and stands for every word that begins with it. */
const formsOf = new Map<string, Form[]>()

function formsIn(language: string): Form[] {
  const known = formsOf.get(language)
  if (known) return known
  const lines = (stored as Record<string, Record<string, string>>)[language] ?? {}
  const forms = Object.entries(lines).flatMap(([english, said]) => said.split('|').map((form) => formFrom(form, english)))
  formsOf.set(language, forms)
  return forms
}

function formFrom(form: string, english: string): Form {
  const said = normalise(form.replace(/\*$/, ''))
  if (form.endsWith('*')) return { said, english, is: said.includes(' ') ? 'phrase' : 'stem' }
  return { said, english, is: said.includes(' ') || ideographic.test(said) ? 'phrase' : 'word' }
}

/** English search words for what a text in another language speaks of, each once. */
export function englishFor(text: string, language: string): string[] {
  const forms = formsIn(language)
  if (forms.length === 0) return []
  const tokens = tokenise(text).map(({ norm }) => normalise(norm))
  const words = new Set(tokens)
  const running = ` ${normalise(text)} `
  const isSaid = ({ said, is }: Form) => {
    if (is === 'word') return words.has(said)
    return is === 'stem' ? tokens.some((token) => token.startsWith(said)) : running.includes(said)
  }
  return [...new Set(forms.filter(isSaid).map(({ english }) => english))]
}
