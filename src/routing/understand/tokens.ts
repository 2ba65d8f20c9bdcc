export type Token = { raw: string; norm: string; start: number; end: number }

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*(?:['’.+#&@/-][\p{L}\p{N}][\p{L}\p{M}\p{N}_]*)*[+#]*/gu

/** Lower case without accents, so that spelling variants of one word meet. */
export function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
}

export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(wordPattern)) {
    tokens.push({ raw: match[0], norm: normalise(match[0]), start: match.index, end: match.index + match[0].length })
  }
  return tokens
}

export function isCapitalised(raw: string): boolean {
  return /^\p{Lu}/u.test(raw)
}

/** True for the first word of the text or of a sentence, where a capital letter tells nothing. */
export function opensSentence(text: string, start: number): boolean {
  return /(?:^|[.!?:;\n"“]\s*)$/u.test(text.slice(Math.max(0, start - 4), start)) && !/[\p{L}\p{N}]\s$/u.test(text.slice(0, start))
}

export const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
