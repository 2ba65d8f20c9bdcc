import { roundedScore } from '../../src/badges/rules.ts'

const inCapitals = 'ai api cd ci cms crm dns hr ide it llm mcp ocr pdf qa seo sms sql ssh ui'.split(' ')
const spelled = new Map([
  ...inCapitals.map((word) => [word, word.toUpperCase()] as const),
  ['oauth', 'OAuth'],
  ['devops', 'DevOps'],
  ['nosql', 'NoSQL'],
  ['3d', '3D'],
  ['openai', 'OpenAI'],
  ['deepseek', 'DeepSeek'],
])

/** A slug as words. */
export function wordsOf(slug: string): string {
  const text = slug
    .split(/[-_ ]/)
    .map((word) => spelled.get(word) ?? word)
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const kindsOfTask = new Map([
  ['qa', 'Question'],
  ['agentic', 'Work with tools'],
])

export const kindOfTask = (task_type: string) => kindsOfTask.get(task_type) ?? wordsOf(task_type)

/** The pages are in English, and numbers and dates are part of their sentences. */
const language = 'en'

const made = new Map<string, Intl.NumberFormat>()

/** Making a formatter costs far more than using it, and a list uses thousands. */
function formatterOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const formatter = made.get(key) ?? new Intl.NumberFormat(language, options)
  made.set(key, formatter)
  return formatter
}

const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' })

/** A moment on the visitor's calendar; a day or a month without a time is the same one everywhere. */
export function formatDate(iso: string): string {
  const dates = iso.includes('T') ? moments : iso.length > 'yyyy-mm'.length ? days : months
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

/** A tool's score as on its badge, so that one page never shows two numbers for it. */
export function formatScore(score: number): string {
  return formatNumber(roundedScore(score))
}

export function formatUsd(value: number): string {
  const digits = value >= 1 ? 2 : value >= 0.01 ? 3 : 6
  return formatterOf({ style: 'currency', currency: 'USD', maximumFractionDigits: digits }).format(value)
}
