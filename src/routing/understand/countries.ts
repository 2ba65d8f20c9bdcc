import stored from '../../../data/places.json' with { type: 'json' }
import { once } from '../../once.ts'
import { wordSet } from '../../retrieval/word-list.ts'
import { addTo } from './words/lists-by-key.ts'
import { isCapitalised, normalise, opensSentence, unspacedScripts } from './words/tokens.ts'

/**
 * How a name in data/places.json is marked: `*` begins a word that may go on, `!` is written in capitals, `?` is doubtful (an everyday
 * word, or one that several countries use), `+` is mostly something else, such as a first name, and a place only after "in".
 */
type Mark = '' | '!' | '?' | '+'
type Place = { mark: Mark; codes: readonly string[] }
type Gazetteer = {
  names: Map<string, Place[]>
  /** How many words the longest name has that begins with a word. */
  longest: Map<string, number>
  stems: Map<string, Place[]>
  /** Names in scripts that set no spaces. */
  runs: Map<string, Place[]>
}
type Word = { raw: string; norm: string; start: number; end: number }

const unspaced = new RegExp(`[${unspacedScripts}]`, 'u')
const wordPattern = new RegExp(String.raw`[${unspacedScripts}]+|[[\p{L}\p{M}\p{N}]--[${unspacedScripts}]]+`, 'gv')
const longestRead = 2000
const shortestStem = 3
const longestStem = 16
const longestRun = 18
const withinName = /^[\s'’.&-]{1,3}$/
const nextTo = /^(?:['’]s)?[\s,(-]{1,3}$/

const beforePlaces = wordSet('in near around outside bei dans a en em te nel v в')
const wordsForOf = wordSet('of de du do des del della di van der')
const languages = wordSet(
  `german french spanish italian portuguese dutch danish swedish norwegian finnish polish czech turkish russian ukrainian chinese
    japanese korean thai vietnamese greek hungarian romanian deutsch franzosisch spanisch italienisch portugiesisch turkisch russisch
    chinesisch japanisch francais espagnol italien portugais allemand espanol aleman italiano portugues duits frans spaans`,
)
const beforeLanguage = wordSet('in into auf ins en em op to na на')
const americanState =
  /\p{L}, (?:A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])(?![\p{L}\p{N}])/u

const gazetteer = once(() => {
  const read: Gazetteer = { names: new Map(), longest: new Map(), stems: new Map(), runs: new Map() }
  for (const [names, codes] of Object.entries(stored.areas)) addNames(read, names, codes.split(' '))
  for (const [code, names] of Object.entries(stored.countries)) addNames(read, names, [code])
  return read
})

function addNames({ names, longest, stems, runs }: Gazetteer, written: string, codes: readonly string[]): void {
  for (const name of written.split('|')) {
    const [, said = '', mark = ''] = /^(.+?)([*!?+]?)$/u.exec(name)!
    const key = normalise(said)
    const [first = ''] = key.split(' ')
    const place = { mark: (mark === '*' ? '' : mark) as Mark, codes }
    if (mark === '*') addTo(stems, key, place)
    else if (unspaced.test(key)) addTo(runs, key, place)
    else {
      addTo(names, key, place)
      longest.set(first, Math.max(longest.get(first) ?? 0, key.split(' ').length))
    }
  }
}

/** The ISO codes of the countries that a text mentions, by their own names, their people, places and institutions. */
export function countriesIn(whole: string): ReadonlySet<string> {
  const text = whole.slice(0, longestRead)
  const { names, longest, stems, runs } = gazetteer()
  const found = new Set<string>()
  const words = wordsIn(text)
  const isShouted = !/\p{Ll}/u.test(text)
  let afterPlace = -1
  const take = (places: readonly Place[] | undefined, from: number, to: number): boolean => {
    const spoken = places?.filter(({ mark }) => isMeant(mark, { text, words, from, to, afterPlace, isShouted })) ?? []
    for (const { codes } of spoken) for (const code of codes) found.add(code)
    if (spoken.length > 0) afterPlace = to
    return spoken.length > 0
  }
  for (let at = 0; at < words.length; at++) {
    const { norm } = words[at]!
    if (unspaced.test(norm)) {
      for (const places of runsIn(norm, runs)) take(places, at, at + 1)
      continue
    }
    let length = Math.min(longest.get(norm) ?? 0, words.length - at)
    for (; length > 0; length--) {
      const key = length === 1 ? norm : nameAt(text, words.slice(at, at + length))
      if (key && take(names.get(key), at, at + length)) break
    }
    if (length > 0) at += length - 1
    else for (let end = shortestStem; end <= Math.min(norm.length, longestStem); end++) take(stems.get(norm.slice(0, end)), at, at + 1)
  }
  if (!isShouted && americanState.test(text)) found.add('US')
  return found
}

function wordsIn(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: raw, index: start } of text.matchAll(wordPattern)) {
    const isGenitive = raw === 's' && /['’]/.test(text[start - 1] ?? '')
    if (!isGenitive) words.push({ raw, norm: normalise(raw), start, end: start + raw.length })
  }
  return words
}

/** Words that stand together as one name, or nothing where more than a space or a hyphen parts them. */
function nameAt(text: string, words: readonly Word[]): string | null {
  const isOne = words.every(({ end }, at) => !words[at + 1] || withinName.test(text.slice(end, words[at + 1]!.start)))
  return isOne ? words.map(({ norm }) => norm).join(' ') : null
}

function* runsIn(run: string, runs: ReadonlyMap<string, Place[]>): Generator<Place[]> {
  for (let at = 0; at < run.length; at++) {
    for (let end = Math.min(run.length, at + longestRun); end > at + 1; end--) {
      const places = runs.get(run.slice(at, end))
      if (!places) continue
      yield places
      at = end - 1
      break
    }
  }
}

type Setting = { text: string; words: readonly Word[]; from: number; to: number; afterPlace: number; isShouted: boolean }

function isMeant(mark: Mark, { text, words, from, to, afterPlace, isShouted }: Setting): boolean {
  const [before, first, last, next] = [words[from - 1], words[from]!, words[to - 1]!, words[to]]
  if (mark === '') return !isLanguage(text, first, before)
  if (isShouted) return false
  if (mark === '!') return words.slice(from, to).every(({ raw }) => raw === raw.toUpperCase())
  const isOneWord = to - from === 1
  if (isOneWord && (!isCapitalised(first.raw) || opensSentence(text, first.start))) return false
  if (mark === '+') return beforePlaces.has(before?.norm ?? '')
  // "Tbilisi, Georgia" and "Peru's Congress" tell which is meant, "the Senate of Poland" as well.
  const isTold = afterPlace === from && nextTo.test(text.slice(before!.end, first.start))
  return !isTold && !(next && wordsForOf.has(next.norm) && next.start - last.end === 1)
}

/** "Answer in German." names no place. */
function isLanguage(text: string, { norm, end }: Word, before: Word | undefined): boolean {
  return languages.has(norm) && beforeLanguage.has(before?.norm ?? '') && /^\s*(?:[^\s\p{L}\p{N}]|$)/u.test(text.slice(end, end + 4))
}
