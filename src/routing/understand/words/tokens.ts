export type Token = { raw: string; norm: string; start: number; end: number }

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*(?:['’.+#&@/-][\p{L}\p{N}][\p{L}\p{M}\p{N}_]*)*[+#]*/gu

const ideographs = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}`
export const ideographic = new RegExp(`[${ideographs}]`, 'u')

/** For use within a class of a pattern: the scripts that set no spaces, with the mark of a long vowel, which several scripts share. */
export const unspacedScripts = `${ideographs}ー`

/** A name begins and ends where a script that sets no spaces begins or ends. */
const oneScript = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu')

const plain = /^[\x20-\x7e]*$/

/** Lower case without accents, so that spelling variants of one word meet. */
export function normalise(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
}

export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  const isPlain = plain.test(text)
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (isPlain) tokens.push({ raw: word, norm: word.toLowerCase(), start: index, end: index + word.length })
    else if (!ideographic.test(word)) tokens.push(tokenAt(word, index))
    else for (const { 0: run, index: at } of word.matchAll(oneScript)) tokens.push(tokenAt(run, index + at))
  }
  return tokens
}

const tokenAt = (raw: string, start: number): Token => ({ raw, norm: normalise(raw), start, end: start + raw.length })

const slug = /^(?:\w+-)+mcp(?:-\w+)*$|^mcp(?:-\w+)+$/

/** "foo-mcp" and "mcp-foo" are what a catalog calls its entries; in a task they are no word and no name. */
export const isSlug = (word: string) => slug.test(word)

export function isCapitalised(raw: string): boolean {
  return /^\p{Lu}/u.test(raw)
}

/** True for the first word of the text or of a sentence, where a capital letter tells nothing. */
export function opensSentence(text: string, start: number): boolean {
  return /(?:^|[.!?:;\n"“]\s*)$/u.test(text.slice(Math.max(0, start - 4), start)) && !/[\p{L}\p{N}]\s$/u.test(text.slice(0, start))
}
