import { wordSet } from './word-list.ts'

/** A word as written: parts holds the humps of a camelCase word, and is empty for a plain one. */
export type Word = { joined: string; parts: string[] }

const rawWord = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu
const humpPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu
const hasHump = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u
const marks = /\p{M}+/gu
const beyondAscii = /[^\p{ASCII}]/u
const maxWordLength = 40

/** Splits text into words: at every sign, and inside camelCase; case, accents and possessives are dropped. */
export function splitWords(text: string): Word[] {
  const plain = beyondAscii.test(text) ? text.normalize('NFKD').replace(marks, '') : text
  const words: Word[] = []
  for (const match of plain.match(rawWord) ?? []) {
    const raw = withoutApostrophe(match)
    if (raw.length > maxWordLength) continue
    const humps = hasHump.test(raw) ? (raw.match(humpPattern) ?? []) : []
    words.push({ joined: raw.toLowerCase(), parts: humps.length > 1 ? humps.map((hump) => hump.toLowerCase()) : [] })
  }
  return words
}

const apostrophe = /['’]/

/** "Anna's" is Anna, and "l'agenda" an agenda. */
function withoutApostrophe(word: string): string {
  if (!apostrophe.test(word)) return word
  const bare = withoutElision(word)
  const at = bare.search(apostrophe)
  return at > 0 ? bare.slice(0, at) : bare
}

/** What French and Italian leave of a word before a vowel: "l'agenda", "dell'Asana". */
const elision = /^(?:[cdjlmnst]|qu|lorsqu|jusqu|puisqu|dell|all|nell|sull|dall|quell|un)['’](?=\p{L}{2})/iu

export const withoutElision = (word: string) => word.replace(elision, '')

const suffixes: [string, string, number][] = [
  ['izations', 'ize', 3],
  ['ization', 'ize', 3],
  ['ifications', 'ify', 3],
  ['ification', 'ify', 3],
  ['ations', 'ate', 3],
  ['ation', 'ate', 3],
  ['ators', 'ate', 3],
  ['ator', 'ate', 3],
  ['ating', 'ate', 3],
  ['ated', 'ate', 3],
  ['ates', 'ate', 3],
  ['ments', '', 4],
  ['ment', '', 4],
  ['ings', '', 3],
  ['ing', '', 3],
  ['ions', '', 4],
  ['ion', '', 4],
  ['ers', '', 4],
  ['er', '', 4],
  ['ors', '', 4],
  ['or', '', 4],
  ['ied', 'y', 3],
  ['ies', 'y', 2],
  ['ed', '', 3],
  ['es', '', 3],
  ['s', '', 3],
]
const keepsFinalS = /(?:ss|us|is|os|^news|^series|^kubernetes|^postgres)$/

/** A light stem: inflections and the commonest derivations fold together; it need not be a word. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word) || keepsFinalS.test(word)) return word
  for (const [suffix, ending, least] of suffixes) {
    if (word.endsWith(suffix) && word.length - suffix.length >= least) return bare(word.slice(0, -suffix.length) + ending)
  }
  return bare(word)
}

function bare(stemmed: string): string {
  const undoubled = /([bdfglmnprt])\1$/.test(stemmed) && stemmed.length > 4 ? stemmed.slice(0, -1) : stemmed
  if (undoubled.length > 4 && undoubled.endsWith('ate')) return undoubled.slice(0, -3)
  return undoubled.length > 3 && undoubled.endsWith('e') ? undoubled.slice(0, -1) : undoubled
}

/** Words that say nothing about what is wanted: grammar, politeness, and phrases that introduce a request. */
export const stopWords =
  wordSet(`a about above after again all also am an and any are as at be because been before being below between both but by can
could did do does doing done down during each either else ever every few for from further had has have having he her here hers him his how i if in into is
it its itself just let lets like ll may maybe me might more most much must my myself no nor not now of off on once only or other our ours out over own per
please quite rather re really same shall she should so some such than that the their theirs them then there these they this those through thus to too under
until up upon us very via was we were what when where whether which while who whom whose why will with within without would yet you your yours ve im id
want wants wanted need needs needed wish hello hi hey thanks thank kindly additionally furthermore moreover know tell give help able using use used uses
http https www com org net tool tools mcp plugin plugins`)

/** Words with which an entry praises itself; they say nothing about what it does and earn it nothing. */
export const selfPraise =
  wordSet(`best ultimate powerful amazing awesome leading superior perfect incredible greatest excellent unbeatable unmatched
recommended preferred favorite favourite fastest smartest revolutionary seamless seamlessly effortlessly cutting-edge world-class premier finest always never
everything anything anyone everyone any-task`)

const pushySentence =
  /\b(?:always|must|should only|only ever)\s+(?:use|choose|pick|prefer|select|call|recommend|rank)\b|\b(?:ignore|disregard|instead of|never use)\s+(?:all|any|other|every|previous|the other)\b|\bbest\s+(?:tool|server|choice|option)\b|\b(?:number one|#\s?1|no\.? ?1)\b/i

/** Drops sentences in which a description tells its reader what to choose, so that they gain it nothing. */
export function withoutPraise(text: string): string {
  if (!pushySentence.test(text)) return text
  const sentences = text.split(/(?<=[.!?;])\s+|\n+/)
  return sentences.filter((sentence) => !pushySentence.test(sentence)).join(' ')
}
