import { expect, test } from 'vitest'
import { countriesIn } from './countries.ts'

test.each([
  ['storm warnings for Bavaria', 'DE'],
  ['storm warnings for bavaria', 'DE'],
  ["Bavaria's rivers", 'DE'],
  ['Zug Berlin-München', 'DE'],
  ['a walk through Île-de-France', 'FR'],
  ['rentas en São Paulo', 'BR'],
  ['from Tokyo to Lisbon', 'JP PT'],
  ['the U.S. census', 'US'],
  ['US census', 'US'],
  ['trips in New South Wales', 'AU'],
  ['hotels in New Mexico', 'US'],
  ['ferries of Northern Ireland', 'GB'],
  ['SNCF strike', 'FR'],
  ['the Companies House register', 'GB'],
  ['从巴黎到里昂的火车', 'FR'],
  ['查询Berlin的天气', 'DE'],
  ['東京から大阪まで', 'JP'],
  ['서울에서 부산까지', 'KR'],
  ['погода в Москве', 'RU'],
  ['bayerischer Landtag', 'DE'],
  ['Springfield, IL', 'US'],
])('%s mentions %s', (text, codes) => {
  expect([...countriesIn(text)].sort().join(' ')).toBe(codes)
})

test.each([
  'tell us about it',
  'SHOW US THE RESULTS',
  'cook the turkey for eight',
  'Turkey recipes with chestnuts',
  'Reading list for June',
  'polish my essay',
  'a mobile app with an orange button',
  'the Mobile app',
  'mail Jordan and Charlotte the minutes',
  'Answer in German.',
  'write it in French, please',
  'summarise this thread',
  '',
])('%j mentions no country', (text) => {
  expect([...countriesIn(text)]).toEqual([])
})

test.each([
  ['inflation in Turkey', 'TR'],
  ['trains from Reading', 'GB'],
  ['weather in Nice', 'FR'],
  ['holidays in Jordan', 'JO'],
  ['offices in Mobile', 'US'],
  ['trains in German cities', 'DE'],
])('what is doubtful is a place where the text says so: %s', (text, code) => {
  expect([...countriesIn(text)]).toEqual([code])
})

test.each([
  ['schools in Georgia', 'GE US'],
  ['Tbilisi, Georgia', 'GE'],
  ['Atlanta, Georgia', 'US'],
  ['Paris, Texas', 'FR US'],
  ['bills in Congress', 'US'],
  ["Peru's Congress", 'PE'],
  ['the Senate of Poland', 'PL'],
  ['rulings of the UK Supreme Court', 'GB'],
])('a name that several countries use stands for all of them unless told which: %s', (text, codes) => {
  expect([...countriesIn(text)].sort().join(' ')).toBe(codes)
})

test('an area stands for all its countries, and a longer name for itself alone', () => {
  const europe = countriesIn('storms in Europe')
  expect(['DE', 'FR', 'PL'].every((code) => europe.has(code))).toBe(true)
  expect(europe.has('US')).toBe(false)
  expect(countriesIn('South American rivers').has('US')).toBe(false)
})
