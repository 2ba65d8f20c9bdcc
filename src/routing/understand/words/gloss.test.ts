import { describe, expect, test } from 'vitest'
import { englishFor } from './foreign-words.ts'
import { glossOf } from './gloss.ts'

test.each([
  ['de', 'Zeig mir die offenen Tickets', 'list show open ticket'],
  ['pl', 'Pokaż mi ostatnie zamówienia ze sklepu', 'show last customer orders store'],
  ['da', 'Vis mig mine møder i morgen', 'list show meeting tomorrow'],
  ['zh', '把这份报告翻译成英文', expect.stringContaining('translat')],
  ['ko', '내일 회의 일정을 알려줘', expect.stringContaining('tomorrow meeting')],
  ['ar', 'ما هو الطقس في دبي غدا؟', expect.stringContaining('weather forecast')],
])('a task in %s is rendered word by word: %s', (language, task, english) => {
  expect(glossOf(task, language).text).toEqual(english)
})

test('names inside a sentence, numbers and marks stay as they are', () => {
  expect(glossOf('Wyślij fakturę z Jiry do Ani o 15:00. Dziękuję!', 'pl').text).toMatch(/^send \w+ Jiry Ani 15:00\./)
})

describe('the share that is rendered', () => {
  test('is low where few words are known, and nothing is where there is no list', () => {
    expect(glossOf('Wyślij fakturę', 'pl').share).toBe(1)
    expect(glossOf('Wyślij grzegżółkę bździągwie', 'pl').share).toBeLessThan(0.4)
    expect(glossOf('როგორი ამინდი იქნება ხვალ?', 'ka')).toEqual({ text: 'როგორი ამინდი იქნება ხვალ?', share: 0 })
  })
})

test('a phrase is known as whole words, unless its end is open or nothing is between the words', () => {
  expect(englishFor('billet de train pour Nantes', 'fr')).toContain('train tickets')
  expect(englishFor('billet de trainée', 'fr')).not.toContain('train tickets')
  expect(englishFor('明天的火车票', 'zh')).toContain('train tickets')
})
