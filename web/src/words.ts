const inCapitals = 'ai api cd ci cms crm dns hr ide it llm mcp ocr pdf qa seo sms sql ssh ui'.split(' ')
const spelled = new Map([
  ...inCapitals.map((word) => [word, word.toUpperCase()] as const),
  ['oauth', 'OAuth'],
  ['devops', 'DevOps'],
  ['nosql', 'NoSQL'],
  ['3d', '3D'],
])

/** A slug as words. */
export function wordsOf(slug: string): string {
  const text = slug
    .split(/[-_ ]/)
    .map((word) => spelled.get(word) ?? word)
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const made = new Map<string, Intl.NumberFormat>()

/** Making a formatter costs far more than using it, and a list uses thousands. */
function formatterOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const formatter = made.get(key) ?? new Intl.NumberFormat(undefined, options)
  made.set(key, formatter)
  return formatter
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export function formatDate(iso: string): string {
  return dates.format(new Date(iso))
}

export function formatCount(value: number): string {
  return formatterOf({ notation: value >= 10_000 ? 'compact' : 'standard' }).format(value)
}

/** A number with its noun, in the plural unless it is one. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

export function formatNumber(value: number, digits = 1): string {
  return formatterOf({ maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value)
}

const colourFrom = [6, 7, 8, 9]

/** A tool's score as on its badge, so that one page never shows two numbers for it: rounded, but never up to the next colour. */
export function formatScore(score: number): string {
  const rounded = Number(score.toFixed(1))
  return formatNumber(rounded > score && colourFrom.includes(rounded) ? rounded - 0.1 : rounded)
}

export function formatUsd(value: number): string {
  const digits = value >= 1 ? 2 : value >= 0.01 ? 3 : 6
  return formatterOf({ style: 'currency', currency: 'USD', maximumFractionDigits: digits }).format(value)
}
