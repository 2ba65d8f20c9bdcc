import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { agentBadge, medalBadge, scoreColour, shownScore, toolBadge, unknownBadge } from './rules.ts'
import { badgeSvg, lightText } from './svg.ts'
import { textWidth } from './text-width.ts'

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', trimValues: false, processEntities: true })
const parsed = (svg: string) => {
  expect(XMLValidator.validate(svg)).toBe(true)
  return parser.parse(svg).svg
}
const allowed = new Set(['svg', 'title', 'clipPath', 'rect', 'g', 'text'])
const elements = (svg: string) => [...svg.matchAll(/<([a-zA-Z]+)/g)].map((match) => match[1] ?? '')

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '"><script>alert(1)</script>',
    "' onload='alert(1)",
    ']]><!--',
    '<![CDATA[x]]>',
    '&#0;',
    '&amp;',
    '&lol9;',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '\u0000\u0001\u001b',
    '\ud800',
    '\udfff\ud800',
    '\ufffe\uffff',
    '\u202egnp.exe',
    '</title></svg>',
    '𝕎'.repeat(300),
    '\u0301'.repeat(50),
    '',
  ),
)

test('500 hostile names and slugs: every badge is well-formed and nothing of them becomes markup', () => {
  fc.assert(
    fc.property(hostile, hostile, fc.double({ min: -5, max: 15, noNaN: true }), (name, other, score) => {
      const badges = [
        toolBadge(name, score),
        toolBadge(name, score, true),
        unknownBadge,
        agentBadge(name, other),
        medalBadge(name, other, 'gold'),
      ]
      for (const badge of badges) {
        const svg = badgeSvg(badge)
        const root = parsed(svg)
        expect(elements(svg).filter((element) => !allowed.has(element))).toEqual([])
        expect(Object.keys(root).sort()).toEqual(['aria-label', 'clipPath', 'g', 'height', 'role', 'title', 'viewBox', 'width', 'xmlns'])
        expect(svg).not.toMatch(/<!|<\?|javascript:/)
      }
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('the title is what a screen reader says', () => {
  const root = parsed(badgeSvg(toolBadge('Tom & "Jerry" <3', 8.25)))
  expect(root.title).toBe('Tom & "Jerry" <3 scores 8.3/10 on Waymark')
  expect(root['aria-label']).toBe(root.title)
  expect(root.role).toBe('img')
})

test.each([
  [10, 'emerald'],
  [9, 'emerald'],
  [8.99, 'green'],
  [8, 'green'],
  [7.99, 'yellow'],
  [7, 'yellow'],
  [6.99, 'orange'],
  [6, 'orange'],
  [5.99, 'red'],
  [0, 'red'],
])('%d is %s', (score, colour) => {
  expect(scoreColour(score).name).toBe(colour)
  expect(badgeSvg(toolBadge('x', score))).toContain(scoreColour(score).hex)
})

test.each([
  [10, '10.0/10'],
  [9.96, '10.0/10'],
  [8.999, '8.9/10'],
  [7.96, '7.9/10'],
  [7.94, '7.9/10'],
  [7.49, '7.5/10'],
  [7.05, '7.1/10'],
  [6.85, '6.9/10'],
  [6.15, '6.2/10'],
  [6.96, '6.9/10'],
  [5.95, '5.9/10'],
  [4.96, '5.0/10'],
  [8.3, '8.3/10'],
  [0, '0.0/10'],
  [-1, '0.0/10'],
  [11, '10.0/10'],
])('%d is shown as %s: rounded, but never up into another colour', (score, shown) => {
  expect(shownScore(score)).toBe(shown)
})

test('an entry without reports shows its score in its colour, and its title tells what that rests on', () => {
  const svg = badgeSvg(toolBadge('New server', 6.4, true))
  expect(svg).toContain('>6.4/10<')
  expect(svg).toContain(scoreColour(6.4).hex)
  expect(svg).toContain('<title>New server scores 6.4/10 on Waymark by its published facts; no reports yet</title>')
})

test.each([
  ['waymark', 50.6],
  ['8.7/10', 37],
  ['iiii', 12.1],
  ['WWWW', 43.5],
  ['日本', 22],
  ['e\u0301', 7.7],
])('%s is %d pixels wide', (text, pixels) => {
  expect(textWidth(text, 11)).toBeCloseTo(pixels, 0)
})

test('the parts are as wide as their text and its padding', () => {
  const root = parsed(badgeSvg({ label: 'waymark', message: '8.7/10', colour: '#000', title: 't' }))
  const [left, right] = root.g[0].rect
  expect(Number(left.width) + Number(right.width)).toBe(Number(root.width))
  expect(Number(left.width)).toBe(Math.ceil(textWidth('waymark', 11)) + 12)
  expect(Number(root.g[1].text[0].textLength)).toBeCloseTo(textWidth('waymark', 11), 0)
})

test('the text stands out from every colour by at least 4.5 to 1', () => {
  const badges = [
    ...[9, 8, 7, 6, 5].map((score) => toolBadge('x', score)),
    ...['verified', 'production', 'trusted', 'baseline', 'unverified'].map((tier) => agentBadge('a', tier)),
    ...['gold', 'silver', 'bronze', null].map((tier) => medalBadge('c', 'a', tier)),
  ]
  for (const { colour, textColour = lightText } of badges) {
    const [darker = 0, lighter = 0] = [luminance(colour), luminance(textColour)].sort((a, b) => a - b)
    expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(4.5)
  }
})

test.each([
  [9, 140, 170],
  [8, 100, 145],
  [7, 40, 65],
  [6, 15, 40],
  [5, -15, 15],
])('the colour of %d looks like its name: bright, and of a hue between %d and %d degrees', (score, from, to) => {
  const { hue, lightness } = hueOf(scoreColour(score).hex)
  expect(hue).toBeGreaterThan(from)
  expect(hue).toBeLessThan(to)
  // Darker yellow and orange are brown.
  expect(lightness).toBeGreaterThan(0.38)
})

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function hueOf(hex: string): { hue: number; lightness: number } {
  const [r = 0, g = 0, b = 0] = channels(hex)
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const hue = (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
  return { hue, lightness: (most + least) / 2 }
}
