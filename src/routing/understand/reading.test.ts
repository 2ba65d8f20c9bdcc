import { expect, test } from 'vitest'
import { lazySenses } from '../../adapters/weights.ts'
import { buildLexicon } from './products/lexicon.ts'
import { readTask } from './reading.ts'

const lexicon = buildLexicon([], lazySenses())

test('of a long text the beginning and the end are looked at, without half of a character', () => {
  for (const shift of ['', 'a']) {
    const { text } = readTask(`${shift}Start. ${'😀'.repeat(2000)} The end.${shift}`, lexicon)
    expect([text.length, text.isWellFormed()]).toEqual([1400, true])
    expect(text).toMatch(/^a?Start\. .+\n.+ The end\.a?$/su)
  }
})
