import { expect, test } from 'vitest'
import { costGrowth } from '../../../../test/support/cost-growth.ts'
import { systemOf, systemsOf } from './systems.ts'

test('a file is known by its ending, not by what it is called', () => {
  expect(systemOf('extract the text from invoice.pdf')).toBe('pdf')
  expect(systemOf('Fass vertrag_zürich-2.docx zusammen')).toBe('document')
  expect(systemOf('send the invoice')).toBe('payments')
})

test('the time to tell the kinds of a text without blanks does not grow with the square of its length', () => {
  const units = ['a', 'a-', 'Ж', '한', 'x.pdf']
  const tell = (length: number) => {
    for (const unit of units) systemsOf(unit.repeat(length / unit.length))
  }
  expect(costGrowth(tell, 2000, 16_000)).toBeLessThan(30)
})
