import stored from '../../../../data/weights-understand/plain-words.json' with { type: 'json' }

const plain: ReadonlySet<string> = new Set(stored.plain.split(' '))
const seldomPlain: ReadonlySet<string> = new Set(stored.seldom_plain.split(' '))

/** All of them, in no particular order. */
export const plainWords = (): readonly string[] => [...plain]

/** A word that texts use as a plain word far more often than as a name. */
export function isPlainWord(word: string): boolean {
  return plain.has(word)
}

/** A word that texts write small: it is spelled as meant, whatever names look like it. */
export function isWrittenSmall(word: string): boolean {
  return plain.has(word) || seldomPlain.has(word)
}
