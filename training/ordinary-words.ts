/** Collects the words of our own task text that are not product names, as the list of words never "repaired" into one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenise } from '../src/routing/understand/tokens.ts'
import { readCatalog, readTasks } from './understand-data.ts'

const productWords = new Set(
  readCatalog().flatMap((entry) => [entry.canonical_name, ...entry.aliases].flatMap((label) => tokenise(label).map((token) => token.norm))),
)
const words = new Set<string>()
for (const { t } of readTasks()) {
  for (const { norm } of tokenise(t)) if (/^[a-z]{4,}$/.test(norm) && !productWords.has(norm)) words.add(norm)
}
writeFileSync(
  join(import.meta.dirname, '../data/weights-understand/ordinary-words.json'),
  `${JSON.stringify({ words: [...words].sort().join(' ') })}\n`,
)
console.log(`${words.size} ordinary words`)
