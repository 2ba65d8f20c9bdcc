/**
 * Collects the words that our catalog and tasks use as plain words, written small in the texts of entries that do not bear
 * them as a name. A product called by such a word ("Make", "Port") is meant only where the sentence shows it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeed } from '../src/adapters/seed.ts'
import { opensSentence, tokenise } from '../src/routing/understand/words/tokens.ts'
import { readTasks } from './understand-data.ts'

const fewestTexts = 2
const smallShare = 0.7

const small = new Map<string, number>()
const large = new Map<string, number>()
const count = (counts: Map<string, number>, word: string) => counts.set(word, (counts.get(word) ?? 0) + 1)

function read(texts: readonly string[], own: ReadonlySet<string>): void {
  const seen = new Set<string>()
  for (const text of texts) {
    for (const { raw, norm, start } of tokenise(text)) {
      if (!/^[a-z]{3,}$/.test(norm) || own.has(norm) || opensSentence(text, start) || seen.has(raw)) continue
      seen.add(raw)
      count(raw === norm ? small : large, norm)
    }
  }
}

for (const { canonical_name, aliases, description, choose_when, avoid_when, tools, examples } of readSeed().skills) {
  const own = new Set([canonical_name, ...aliases].flatMap((label) => tokenise(label).map(({ norm }) => norm)))
  read([description, choose_when, avoid_when, ...tools.map((tool) => tool.description), ...examples], own)
}
for (const { t } of readTasks()) read([t], new Set())

/** Names that mean nothing else, although everybody writes them small. */
const coined = new Set(['dbt', 'fal', 'ffmpeg', 'kubectl', 'npm'])
const seen = [...small].filter(([word, times]) => times >= fewestTexts && !coined.has(word)).map(([word]) => word)
const isPlain = (word: string) => small.get(word)! / (small.get(word)! + (large.get(word) ?? 0)) >= smallShare
const vocabulary = readFileSync(join(import.meta.dirname, '../data/weights/vocabulary.txt'), 'utf8').split('\n')
const names = new Set(
  readSeed().skills.flatMap(({ canonical_name, aliases }) => [canonical_name, ...aliases].map((label) => label.toLowerCase())),
)
const words = vocabulary.filter((word) => /^[a-z]{5,}$/.test(word) && !names.has(word))
const [plain, seldomPlain] = [seen.filter(isPlain), seen.filter((word) => !isPlain(word))]
writeFileSync(
  join(import.meta.dirname, '../data/weights-understand/plain-words.json'),
  `${JSON.stringify({
    plain: plain.sort().join(' '),
    seldom_plain: [...new Set([...seldomPlain, ...words])]
      .filter((word) => !plain.includes(word))
      .sort()
      .join(' '),
  })}\n`,
)
console.log(`${plain.length} plain words, ${seldomPlain.length} that are more often names`)
