import { expect, test } from 'vitest'
import { withoutAsides } from './asides.ts'

test('thanks and greetings are left out, what is needed to know the tool stays', () => {
  const needed = 'The payment of order 1182 came in twice, according to the bank. Please refund the second one.'
  const told = `We moved the shop to Stripe last spring. ${needed} I am in a meeting until four, so no rush.`
  expect(withoutAsides(told)).toBe(`We moved the shop to Stripe last spring. ${needed}`)
})

test.each([
  'Create a ticket. Then post it in Slack. Thanks so much, you are a lifesaver!',
  'Summarise the text: "We went to the sea. It was lovely. My mother came along as well, and we all ate ice cream until it was dark."',
  'Thanks so much for all the help that you gave me last week, which saved my whole month and a good part of my nerves too.',
])('a short text, material to work on and a single sentence stay whole: %s', (text) => {
  expect(withoutAsides(text)).toBe(text)
})
