import { escapeMarkup } from '../markup.ts'
import { rounded } from '../rounded.ts'
import { textWidth } from './text-width.ts'

/** `textColour` is that of the message, where white would not stand out from `colour`. */
export type BadgeText = { label: string; message: string; colour: string; textColour?: string | undefined; title: string }

const fontSize = 11
const padding = 6
const height = 20
const mostCharacters = 64
const labelColour = '#374151'
export const lightText = '#ffffff'

/** A shield-style badge. Every text is escaped here, so callers pass names as they are. */
export function badgeSvg({ label, message, colour, textColour = lightText, title }: BadgeText): string {
  const left = part(label, 0, lightText)
  const right = part(message, left.width, textColour)
  const width = left.width + right.width
  const name = escapeXml(title)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${height}" rx="3" fill="#fff"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left.width}" height="${height}" fill="${labelColour}"/>`,
    `<rect x="${left.width}" width="${right.width}" height="${height}" fill="${escapeXml(colour)}"/></g>`,
    `<g text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${fontSize}" aria-hidden="true">`,
    left.text,
    right.text,
    '</g></svg>',
  ].join('')
}

function part(text: string, from: number, colour: string): { width: number; text: string } {
  const shown = shorten(clean(text))
  const length = toTenths(textWidth(shown, fontSize))
  const width = Math.ceil(length) + 2 * padding
  return {
    width,
    text: `<text x="${toTenths(from + width / 2)}" y="14" fill="${escapeXml(colour)}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeXml(shown)}</text>`,
  }
}

const toTenths = (pixels: number) => rounded(pixels, 1)

function shorten(text: string): string {
  const characters = [...text]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : text
}

// XML 1.0 has no way to write most control characters, nor half a surrogate pair, not even escaped.
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Drops what XML cannot hold, and what would reverse or hide the text around it. */
function clean(text: string): string {
  return text
    .replace(notInXml, '')
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

export function escapeXml(text: string): string {
  return escapeMarkup(clean(text))
}
