import { normalise } from './tokens.ts'

/** Damerau-Levenshtein distance, given up as soon as it must exceed the limit. */
export function editDistanceWithin(a: string, b: string, limit: number): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let lowest = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, beforeLast[j - 2]! + 1)
      row.push(value)
      if (value < lowest) lowest = value
    }
    if (lowest > limit) return undefined
    ;[beforeLast, last] = [last, row]
  }
  const distance = last[b.length]!
  return distance <= limit ? distance : undefined
}

/** Short names must be spelled right; longer ones may have one slip, very long ones two. */
export function slipsAllowed(length: number): number {
  if (length < 5) return 0
  return length < 9 ? 1 : 2
}

/** The forms of a name that a sentence may carry: possessive and plural, never a verb form. */
export function bareForms(word: string): string[] {
  const forms = [word]
  const possessive = word.replace(/'s?$/, '')
  if (possessive !== word) forms.push(possessive)
  if (word.length > 4 && word.endsWith('s') && !word.endsWith('ss')) forms.push(word.slice(0, -1))
  const domain = word.replace(/\.(?:com|io|ai|app|so|dev|org|net)$/, '')
  if (domain !== word) forms.push(domain)
  for (const stem of [cyrillicStem(word), word.replace(koreanParticle, '')]) if (stem !== word) forms.push(stem)
  return forms
}

const koreanParticles = '에서 에게 으로 에다 에 로 을 를 이 가 의 은 는 와 과 도 만'.split(' ').map(normalise)
const koreanParticle = new RegExp(`(?<=\\p{Script=Hangul}{3})(?:${koreanParticles.join('|')})$`, 'u')

const cyrillicEnding = /(?<=\p{Script=Cyrillic}{3})(?:[аеєиіїоуыэюяйь]{1,2}|[оеёую]м|[ая]м|[ая]х|[ая]ми|[оеє]в)$/u

/** A Cyrillic word without the ending of its case. */
export function cyrillicStem(word: string): string {
  return word.replace(cyrillicEnding, '')
}

export function spellingKey(length: number, firstLetter: string): string {
  return `${length}${firstLetter}`
}

/** One bit per letter of a word; words within k slips differ in at most 2k bits, which is checked before any distance. */
export function letterSet(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31)
  return bits
}

export function lettersDiffer(a: number, b: number): number {
  let bits = a ^ b
  let count = 0
  for (; bits !== 0; bits &= bits - 1) count++
  return count
}
