import { expect, test } from 'vitest'
import { meantWord, withoutSlips } from './slips.ts'

test.each([
  ['agneda', 'agenda'],
  ['recieve', 'receive'],
  ['invioce', 'invoice'],
  ['restaurnt', 'restaurant'],
  ['misssing', 'missing'],
])('%s was meant to be %s', (typed, meant) => {
  expect(meantWord(typed)).toBe(meant)
})

test.each(['plait', 'kroner', 'descale', 'walkable', 'loaves', 'gymshark', 'sched', 'offsite'])('%s is left as it stands', (word) => {
  expect(meantWord(word)).toBeUndefined()
})

const isName = (word: string) => word === 'figma'

test('only ordinary words of English text are put right', () => {
  expect(withoutSlips('add the dentist to my agneda and remnid me', isName)).toBe('add the dentist to my agenda and remind me')
  expect(withoutSlips('canecl my resrevation', isName)).toBe('cancel my reservation')
  expect(withoutSlips('open the figma file calender.ics for user_calender', isName)).toBe(
    'open the figma file calender.ics for user_calender',
  )
  expect(withoutSlips('je voudrais annuler mon vol pour la semaine prochaine', isName)).toContain('prochaine')
})
