import { expect, test } from 'vitest'
import { systemOf, systemsOf } from './systems.ts'

test('a file is known by its ending, not by what it is called', () => {
  expect(systemOf('extract the text from invoice.pdf')).toBe('pdf')
  expect(systemOf('Fass vertrag_zürich-2.docx zusammen')).toBe('document')
  expect(systemOf('send the invoice')).toBe('payments')
})

test('the time to tell the kinds of a text without blanks does not grow with the square of its length', () => {
  const units = ['a', 'a-', 'Ж', '한', 'x.pdf']
  const quickest = (length: number) => {
    const texts = units.map((unit) => unit.repeat(length / unit.length))
    const runs = Array.from({ length: 5 }, () => {
      const started = performance.now()
      for (const text of texts) systemsOf(text)
      return performance.now() - started
    })
    return Math.min(...runs)
  }
  quickest(2000)
  expect(quickest(16_000) / quickest(2000)).toBeLessThan(30)
})
