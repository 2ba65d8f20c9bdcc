/** Collects the words of our own task text that are not product names, as the list of words never "repaired" into one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenise } from '../src/routing/understand/words/tokens.ts'
import { readCatalog, readTasks } from './understand-data.ts'

const productWords = new Set(
  readCatalog().flatMap((entry) => [entry.canonical_name, ...entry.aliases].flatMap((label) => tokenise(label).map((token) => token.norm))),
)
const counts = new Map<string, number>()
for (const { t } of readTasks()) {
  for (const norm of new Set(tokenise(t).map((token) => token.norm))) counts.set(norm, (counts.get(norm) ?? 0) + 1)
}
// Tasks hold misspelled names on purpose; a word of several tasks is none of them.
const words = new Set(
  [...counts].flatMap(([word, count]) => (count >= 2 && /^[a-z]{4,}$/.test(word) && !productWords.has(word) ? word : [])),
)
writeFileSync(
  join(import.meta.dirname, '../data/weights-understand/ordinary-words.json'),
  `${JSON.stringify({ words: [...words].sort().join(' ') })}\n`,
)
console.log(`${words.size} ordinary words`)
