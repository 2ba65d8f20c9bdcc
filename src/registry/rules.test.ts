import { expect, test } from 'vitest'
import { readSeed } from '../adapters/seed.ts'
import { priorOf } from '../catalog/prior.ts'
import { seedEntry } from '../catalog/rules.ts'
import { scoresFrom } from '../catalog/scores.ts'
import { registryEntry } from './rules.ts'

const [facts] = readSeed().skills
const descriptionOf = (description: string) => {
  const entry = seedEntry({ ...facts!, description })
  return registryEntry({ entry, scores: scoresFrom(priorOf(entry), 0) }).server.description
}

test.each([
  ['one that fits is only put on one line', 'Reads\n  mail.', 'Reads mail.'],
  ['a long one ends with a word', `${'word '.repeat(30)}`, `${'word '.repeat(19).trim()}…`],
  ['one without spaces ends with a character', `${'検'.repeat(98)}😀😀`, `${'検'.repeat(98)}…`],
])('of the descriptions %s', (_, given, shown) => {
  expect(descriptionOf(given)).toBe(shown)
})
