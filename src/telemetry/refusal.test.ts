import { expect, test } from 'vitest'
import { declines } from './refusal.ts'

test.each([
  "I can't assist with that.",
  'I’m sorry, but I can’t help with that.',
  "I'm unable to help with this request.",
  "I'm not able to help with that.",
  "I won't be able to help with that.",
  'As an AI language model, I cannot provide medical advice.',
  "Unfortunately, I can't access external links.",
  "I'm afraid I can't do that, Dave.",
  'Apologies, but I cannot continue.',
  'My apologies, but I am unable to assist.',
  'I apologize, but I cannot help with that.',
  "I'm really sorry, but I can't assist with that.",
  'Sorry, unable to do that.',
  'I cannot fulfill your request.',
  'I must decline this request.',
  'I refuse to answer this.',
  "I don't feel comfortable writing this.",
])('declines: %s', (text) => {
  expect(declines(text)).toBe(true)
})

test.each([
  "I can't wait to help you plan the trip! First, book flights.",
  'I cannot do without coffee, said Anna.',
  "I can't help falling in love.",
  'Sorry for the wait; the total is 12.',
  "I'm afraid of heights, but the view was great.",
  'I am sorry to hear that. You can return the item within 30 days, though we cannot refund shipping.',
  'Unfortunately, the build failed because of a missing dependency.',
  'The function cannot return null.',
])('answers: %s', (text) => {
  expect(declines(text)).toBe(false)
})
