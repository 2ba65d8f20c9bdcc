/**
 * How well known the product of each shipped entry is: how many servers of a public list are made for it or speak of it.
 * `node scripts/renown.ts --facts <folder with mcp-servers.jsonl>` writes data/renown.json.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSeed } from '../src/adapters/seed.ts'
import { isPlainWord } from '../src/routing/understand/words/plain-words.ts'

type Listed = { id: string; name: string; description?: string | null }

const { values } = parseArgs({ options: { facts: { type: 'string' } } })
const inWords = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `
const listed = readFileSync(join(values.facts!, 'mcp-servers.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Listed)
  .map(({ id, name, description }) => ({ title: inWords(`${name} ${id}`), all: inWords(`${name} ${id} ${description ?? ''}`) }))

/** An everyday word ("Linear", "Square") counts in titles only: in a sentence it is seldom the product. */
function timesSpokenOf(name: string): number {
  const words = inWords(name)
  const isEveryday = words
    .trim()
    .split(' ')
    .every((word) => word.length < 3 || isPlainWord(word))
  return words.trim() === '' ? 0 : listed.filter(({ title, all }) => (isEveryday ? title : all).includes(words)).length
}

const counts = readSeed().skills.map(({ slug, canonical_name }): [string, number] => {
  // A further server for a product says in brackets which it is, and is not the one that is spoken of.
  const names = [slug.replace(/-?mcp(-server)?$/, ''), ...(canonical_name.includes('(') ? [] : [canonical_name])]
  return [slug, Math.max(...names.map(timesSpokenOf))]
})
const known = Object.fromEntries(counts.filter(([, count]) => count > 0).sort())
writeFileSync(join(import.meta.dirname, '../data/renown.json'), `${JSON.stringify(known, null, 2)}\n`)
