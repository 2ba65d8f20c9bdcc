import { expect, test } from 'vitest'
import { splitAtPlaces, splitLoosely } from './places.ts'
import type { ProductMention, Step } from './types.ts'

function step(text: string, ...names: string[]): Step {
  const products = names.map((name): ProductMention => {
    const start = text.indexOf(name)
    return { name, slugs: [name.toLowerCase()], start, end: start + name.length, surface: name, role: 'place', certainty: 1 }
  })
  return { text, action: text, needs_tool: true, system: null, products }
}
const cut = (text: string, ...names: string[]) => splitAtPlaces(step(text, ...names)).map((part) => part.text)

test('a text without verbs is cut before each further place', () => {
  expect(cut("last night's backups, their sizes in a spreadsheet")).toEqual(["last night's backups, their sizes in a spreadsheet"])
  expect(cut('whatever came into my inbox, sums in a spreadsheet')).toEqual(['whatever came into my inbox, sums', 'in a spreadsheet'])
})

test('a product and the word for its kind are one place', () => {
  expect(cut('crashes of the week to the Slack channel', 'Slack')).toEqual(['crashes of the week', 'to the Slack channel'])
})

test('each part keeps its own product, where it stands in the part', () => {
  const parts = splitAtPlaces(step('story count of Jira, a weekly chart of it, all of that to Slack', 'Jira', 'Slack'))
  expect(parts.map(({ products }) => products.map(({ name }) => name))).toEqual([['Jira'], [], ['Slack']])
  const last = parts.at(-1)!
  expect(last.text.slice(last.products[0]!.start, last.products[0]!.end)).toBe('Slack')
})

test('a part that only tells a place says what is done there', () => {
  expect(splitAtPlaces(step('what is new in my inbox to the Slack channel', 'Slack')).at(-1)?.action).toBe(
    'put the results to the Slack channel',
  )
})

test('one place stays one step', () => {
  const whole = step('how many mails are in my inbox')
  expect(splitAtPlaces(whole)).toEqual([whole])
})

test('where no place is known by its word the parts are guesses', () => {
  const parts = splitLoosely(step('pupils absent today, their parents told'))
  expect(parts.map(({ text, is_guess }) => [text, is_guess])).toEqual([
    ['pupils absent today', true],
    ['their parents told', true],
  ])
})

test('a text without a joint is cut before its last turn, or stays whole', () => {
  expect(splitLoosely(step('newest lecture recording onto the intranet')).map(({ text }) => text)).toEqual([
    'newest lecture recording',
    'onto the intranet',
  ])
  const whole = step('restart router')
  expect(splitLoosely(whole)).toEqual([whole])
})

test('a part that only tells a time is none', () => {
  expect(splitLoosely(step('if it rains shift the picnic on the calendar to Sunday')).map(({ text }) => text)).toEqual([
    'if it rains shift the picnic',
    'on the calendar',
  ])
})
