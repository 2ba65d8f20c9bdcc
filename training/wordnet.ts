import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const mostSynonyms = 3

function synonymsIn(folder: string): Map<string, string[]> {
  const synonyms = new Map<string, string[]>()
  for (const kind of ['noun', 'verb']) {
    for (const line of readFileSync(join(folder, `data.${kind}`), 'utf8').split('\n')) {
      if (line.startsWith('  ')) continue
      const parts = line.split(' ')
      const lemmas = Array.from({ length: Number.parseInt(parts[3] ?? '0', 16) }, (_, at) => parts[4 + 2 * at] ?? '')
      const words = lemmas.filter((word) => /^[a-z]+$/.test(word))
      for (const word of words) {
        const known = synonyms.get(word) ?? []
        synonyms.set(word, [...known, ...words.filter((other) => other !== word)].slice(0, mostSynonyms))
      }
    }
  }
  return synonyms
}

/** Leaves some words of a text out and says others differently. */
export function createRewording(wordnet: string, random: () => number): (text: string) => string {
  const synonyms = synonymsIn(wordnet)
  return (text) => {
    const [leftOut, replaced] = [0.15 + 0.35 * random(), 0.15 + 0.2 * random()]
    return text
      .split(/\s+/)
      .filter((word) => word.length < 4 || random() > leftOut)
      .map((word) => {
        const others = synonyms.get(word.toLowerCase()) ?? []
        return others.length > 0 && random() < replaced ? others[Math.floor(random() * others.length)]! : word
      })
      .join(' ')
  }
}
