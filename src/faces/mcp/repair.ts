import type { FieldProblem } from '../../errors.ts'
import { isRecord } from '../../input/record.ts'

export type Values = Record<string, unknown>

export const asRecord = (value: unknown): Values => (isRecord(value) ? value : {})

const longestRepeated = 2000
const notRepeated = '<as you sent it>'

/** What was sent, without what is too long to be read a second time. */
export function sentAgain(input: unknown): Values {
  return Object.fromEntries(Object.entries(asRecord(input)).map(([name, value]) => [name, isLong(value) ? notRepeated : value]))
}

/** A value that is nested too deeply for JSON.stringify counts as long too. */
function isLong(value: unknown): boolean {
  try {
    return (JSON.stringify(value)?.length ?? 0) > longestRepeated
  } catch {
    return true
  }
}

/** The same arguments with the name that exists in place of the one that does not. */
export function withName(value: unknown, given: string, meant: string): unknown {
  if (typeof value === 'string') return value.trim().toLowerCase() === given.toLowerCase() ? meant : value
  if (Array.isArray(value)) return value.map((item) => withName(item, given, meant))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withName(inner, given, meant)]))
}

/** The same arguments with a place to fill in wherever something was wrong or missing; everything else stays as sent. */
export function withPlaces(sent: Values, problems: readonly FieldProblem[], example: unknown): Values {
  return problems.reduce<Values>((repaired, problem) => {
    const path = problem.path.split('.').filter((name) => name !== '')
    return path.length === 0 ? repaired : asRecord(replaced(repaired, path, placeFor(path, problem.message, example)))
  }, sent)
}

function replaced(value: unknown, [name = '', ...rest]: readonly string[], place: unknown): unknown {
  // A long value is not repeated, so there is nothing in it to mark; the error says what to correct.
  if (value === notRepeated) return value
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? deeper(item, rest, place) : item))
  return { ...asRecord(value), [name]: deeper(asRecord(value)[name], rest, place) }
}

const deeper = (value: unknown, rest: readonly string[], place: unknown) => (rest.length === 0 ? place : replaced(value, rest, place))

/** A marked place, not an invented value: a caller that sends it unchanged is told what belongs there. */
function placeFor(path: readonly string[], message: string, example: unknown): unknown {
  const shown = path.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], example)
  if (/\b(array|object)$|^must hold\b/.test(message) && typeof shown === 'object' && shown !== null) return outline(shown)
  const choice = /\bmust be (one of [^;]+)/.exec(message)?.[1]
  if (choice) return `<${choice}>`
  if (/^(is )?required\b/.test(message)) return `<your ${path.at(-1)}>`
  return `<${message.replace(/^must be /, '').replace(/\.$/, '')}>`
}

/** The shape of an example without its values. */
function outline(shown: object): unknown {
  const places = (of: object) =>
    Object.fromEntries(
      Object.entries(of).map(([name, inner]) => [name, typeof inner === 'object' && inner ? outline(inner) : `<your ${name}>`]),
    )
  if (!Array.isArray(shown)) return places(shown)
  return shown.map((item) => (typeof item === 'object' && item !== null ? places(item) : '<yours>'))
}
