import { normalise } from '../words/tokens.ts'

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
