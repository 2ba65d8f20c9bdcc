import { wordSet } from '../../../retrieval/word-list.ts'

/** Case endings of Polish, Czech, Finnish, Estonian, Hungarian, Turkish, Romanian and Indonesian, without accents. */
const endings =
  wordSet(`a u e i y em om ie ou owi ovi ze iem issa ssa ista sta iin oon aan een on in n illa lla ilta lta ille lle ksi iksi is ist ben ban be ba
  bol en re ra rol hez hoz nek nak et ot t val vel kel da de ta te ya ye dan den tan ten nin nun un dir teki daki deki taki ul ului nya`)
const longestEnding = 4
const shortestStem = 3

export const isCaseEnding = (letters: string) => endings.has(letters)

/** Every way to split a word into a stem and a case ending, longest stem first. */
export function casesOf(word: string): { stem: string; ending: string }[] {
  const cases: { stem: string; ending: string }[] = []
  for (let length = 1; length <= longestEnding && word.length - length >= shortestStem; length++) {
    const ending = word.slice(-length)
    if (isCaseEnding(ending)) cases.push({ stem: word.slice(0, -length), ending })
  }
  return cases
}
