import { commandLineIn } from './commands/command-line.ts'
import { type CommandPlace, readCommand } from './commands/place.ts'
import { withoutGivenText } from './given-text.ts'
import type { ProductLexicon } from './products/lexicon.ts'
import { findProducts } from './products/products.ts'
import { bothEnds } from './read-part.ts'
import type { ProductMention } from './types.ts'
import { englishFor } from './words/foreign-words.ts'
import { guessLanguage } from './words/language.ts'
import { type Token, tokenise } from './words/tokens.ts'

export type Reading = {
  text: string
  /** The text without what it is merely given to work on, with all offsets as they were. */
  instruction: string
  /** That of the instruction. */
  language: string
  tokens: Token[]
  products: ProductMention[]
  vector: Int8Array
  /** English words for what a text in another language mentions, so that it benefits from what English tasks taught. */
  english: string[]
  /** Where the text runs, if it is a command line. */
  command: CommandPlace | null
}

/** Long tasks carry their instruction at one end, so the middle is not read. */
const closely = { most: 1400, atEnd: 400 }

/** What the models look at: the readable part, with given text left out of the words but not of the cues. */
export function readTask(task: string, lexicon: ProductLexicon, instructionOf = withoutGivenText): Reading {
  const text = bothEnds(task, closely)
  const line = commandLineIn(text)
  // What a command line quotes is part of it.
  const instruction = line ? text : instructionOf(text)
  const tokens = tokenise(instruction)
  const language = guessLanguage(instruction)
  const english = englishFor(instruction, language).flatMap((phrase) => phrase.split(' '))
  const named = findProducts(instruction, tokens, lexicon, () => language)
  const { command, products } = line ? readCommand(line, named) : { command: null, products: named }
  return { text, instruction, language, tokens, products, vector: lexicon.encode(instruction), english, command }
}
