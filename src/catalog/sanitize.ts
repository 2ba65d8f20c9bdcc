import { excerpt } from '../excerpt.ts'

/** Outside text made harmless: what it says stays, how it could act on a reader or a page does not. */
export type Sanitized = { text: string; hidden: boolean }

// Control and format characters (zero width, direction marks, language tags), private use, unassigned, and variation selectors,
// each of which can carry a hidden message; and halves of surrogate pairs, which no store takes.
const invisible = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}\u115F\u1160\u3164\uFFA0\u2800]/gu
const control = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Joiners inside emoji and scripts that need them, soft hyphens and byte order marks are ordinary; these are not. */
const suspicious =
  /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069]|\p{Variation_Selector}{2,}|(?:[\u200B\u2060-\u2064\uFEFF\u180E]\p{L}?){3,}/u
const hiddenMarkup = /<!--[\s\S]*?(?:-->|$)|<(script|style|template|noscript|svg|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
/** Or an image. An address may hold brackets in pairs; what goes on beyond them is no link, so that each part is read once. */
const link = /!?\[([^[\]]*)\]\((?:[^()]|\([^()]{0,200}\)){0,2000}\)/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const longestWord = 60
const longestUrl = 200
const overlong = new RegExp(`\\S{${longestWord + 1},}`, 'g')
const mostRead = 20_000
const mostPasses = 4

/** Strips invisible characters and markup, and cuts at a word. `hidden` tells that the text tried to hide something. */
export function cleanText(raw: unknown, most: number): Sanitized {
  if (typeof raw !== 'string') return { text: '', hidden: false }
  const given = raw.slice(0, mostRead).normalize('NFC')
  const hidden = suspicious.test(given)
  let text = given.replace(control, ' ').replace(invisible, '')
  for (let pass = 0; pass < mostPasses; pass++) {
    const next = withoutMarkup(decodeEntities(text)).replace(control, ' ').replace(invisible, '')
    if (next === text) break
    text = next
  }
  // Whatever nesting survived the passes must not be readable as a tag.
  text = text.replace(/[<>]/g, ' ').replace(overlong, (word) => excerpt(word, isUrl(word) ? longestUrl : longestWord))
  return { text: cut(text.replace(/\s+/g, ' ').trim(), most), hidden }
}

/** The text of markup that a reader would not see: comments, scripts, attributes. What stands there is judged too. */
export function hiddenText(raw: unknown): string {
  if (typeof raw !== 'string') return ''
  const source = decodeEntities(raw.slice(0, mostRead))
  const comments = source.match(hiddenMarkup) ?? []
  const attributes = [...source.matchAll(/\b(?:alt|title|aria-label|content|placeholder|value)\s*=\s*(["'])([\s\S]{0,2000}?)\1/gi)].map(
    (m) => m[2] ?? '',
  )
  const linkTitles = [...source.matchAll(/\s["']([^"']{0,2000})["']\)/g)].map((m) => m[1] ?? '')
  const tags = [...raw.slice(0, mostRead).matchAll(/[\u{E0020}-\u{E007E}]/gu)].map(([tag]) =>
    String.fromCodePoint(tag.codePointAt(0)! - 0xe0000),
  )
  return [...comments, ...attributes, ...linkTitles, tags.join('')].join(' ').trim()
}

function withoutMarkup(text: string): string {
  return text
    .replace(hiddenMarkup, ' ')
    .replace(/```[\w-]*\s?|~~~[\w-]*\s?|`/g, ' ')
    .replace(link, '$1')
    .replace(/<\/?[a-z!?][^<>]*>?/gi, ' ')
    .replace(/(^|\s)(?:#{1,6}|>+|[*+-]{1,3}|={3,}|\|)(?=\s)/g, '$1')
    .replace(/(\*\*|__|~~)(\S[^*_~]*?)\1/g, '$2')
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

function isUrl(word: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(word)
}

/** Cuts after a word if one ends in the second half, and never inside a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const room = text.slice(0, most - 1)
  const space = room.lastIndexOf(' ')
  return `${excerpt(room, space > most / 2 ? space : room.length).trimEnd()}…`
}

const longestAddress = 512
const mostUncleaned = 2048

/** A public web address without credentials, query or fragment; null for anything else. */
export function cleanUrl(raw: unknown): string | null {
  if (typeof raw !== 'string' || raw.length > mostUncleaned) return null
  const trimmed = raw
    .trim()
    .replace(/^git\+/, '')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
  if (!URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname.includes('.')) return null
  url.search = ''
  url.hash = ''
  const text = url.href.replace(/\.git\/?$/, '').replace(/\/+$/, '')
  return text.length <= longestAddress ? text : null
}

/**
 * The address of a server that an agent may connect to as it stands: HTTPS, and nothing to fill in. One with a query is left out
 * rather than cut, since the query may hold somebody's key and without it the address may be another.
 */
export function cleanEndpoint(raw: unknown): string | null {
  if (typeof raw !== 'string' || raw.length > longestAddress || /[{}<>\s'"\\]/.test(raw) || !URL.canParse(raw)) return null
  const { protocol, username, password, hostname, search, hash, href } = new URL(raw)
  const isPlain = protocol === 'https:' && !username && !password && !search && !hash && hostname.includes('.')
  return isPlain && href.length <= longestAddress ? href : null
}
