import { expect, test } from 'vitest'
import type { Signals } from '../../catalog/models.ts'
import { estimateTokens } from './cost.ts'

const chat: Signals = { task_type: 'chat', complexity: 'simple', needs_tool: false, creative_writing: false }
const inputOf = (text: string, unread = 0) => estimateTokens(text, chat, unread).input_tokens - estimateTokens('', chat).input_tokens

test('four Latin letters are a token, one sign of Chinese or Japanese is, and so are two Cyrillic letters', () => {
  expect(inputOf('four words of text!!'.repeat(100))).toBe(500)
  expect(inputOf('把这份合同翻译成英文'.repeat(100))).toBe(1000)
  expect(inputOf('契約書を英語に訳して'.repeat(100))).toBe(1000)
  expect(inputOf('договор'.repeat(100))).toBe(350)
  expect(inputOf('Überprüfe'.repeat(100))).toBe(225)
})

test('what was not read counts like the part that was', () => {
  expect(inputOf('把这份合同翻译成英文', 90)).toBe(100)
  expect(inputOf('text', 96)).toBe(25)
})

test('a translation is as long as its text, and a short one as long as usual', () => {
  const translation: Signals = { ...chat, task_type: 'translation' }
  const outputOf = (text: string) => estimateTokens(text, translation).output_tokens
  expect(outputOf('word '.repeat(8000))).toBe(10000)
  expect(outputOf('good morning')).toBe(outputOf(''))
  expect(estimateTokens('word '.repeat(8000), chat).output_tokens).toBe(estimateTokens('', chat).output_tokens)
})
