import stored from '../../../../data/weights-understand/ordinary-words.json' with { type: 'json' }
import { isEverydayWord } from './everyday-words.ts'
import { isWrittenSmall } from './plain-words.ts'

const ordinaryWords: ReadonlySet<string> = new Set(stored.words.split(' '))

/** Words seen in ordinary text are spelled as meant, so they are never repaired into a product name. */
export function isKnownWord(word: string): boolean {
  return ordinaryWords.has(word) || isWrittenSmall(word) || isEverydayWord(word)
}
