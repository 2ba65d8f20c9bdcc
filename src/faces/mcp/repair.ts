import type { FieldProblem, RenamedField } from '../../errors.ts'
import type { JsonSchema } from '../../input/json-schema.ts'
import { isPlaceholder, placeholder } from '../../input/placeholders.ts'
import { isRecord } from '../../input/record.ts'
import { entriesIn } from '../../input/text-list.ts'

export type Values = Record<string, unknown>

export const asRecord = (value: unknown): Values => (isRecord(value) ? value : {})

const longestRepeated = 2000
/** What is longer, such as all that a list holds, stands in the details and is not said again. */
const longestHint = 200

/** What was sent, without what is too long to be read a second time. */
export function sentAgain(input: unknown): Values {
  return Object.fromEntries(
    Object.entries(asRecord(input)).map(([name, value]) => [name, isLong(value) ? placeholder(name, 'as you sent it') : value]),
  )
}

/** A value that is nested too deeply for JSON.stringify counts as long too. */
function isLong(value: unknown): boolean {
  try {
    return (JSON.stringify(value)?.length ?? 0) > longestRepeated
  } catch {
    return true
  }
}

/** A list of texts may come as one text; as a list, its entries can be corrected one by one. */
export function withLists(input: unknown, { properties = {} }: JsonSchema): Values {
  const isListOfTexts = (name: string) => properties[name]?.type === 'array' && properties[name].items?.type === 'string'
  return Object.fromEntries(
    Object.entries(asRecord(input)).map(([name, value]) => [
      name,
      typeof value === 'string' && isListOfTexts(name) ? entriesIn(value) : value,
    ]),
  )
}

/** The same arguments with the name that exists in place of the one that does not. */
export function withName(value: unknown, given: string, meant: string): unknown {
  if (typeof value === 'string') return value.trim().toLowerCase() === given.toLowerCase() ? meant : value
  if (Array.isArray(value)) return value.map((item) => withName(item, given, meant))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withName(inner, given, meant)]))
}

/** The same arguments with each value under the name of the field that it was meant for. */
export function withOwnNames(input: unknown, renamed: readonly RenamedField[]): Values {
  const owns = new Map(renamed.map(({ from, to }) => [from, to]))
  const wanted = new Set(owns.values())
  const entries = Object.entries(asRecord(input)).filter(([name]) => !wanted.has(name))
  return Object.fromEntries(entries.map(([name, value]) => [owns.get(name) ?? name, value]))
}

/** What a tool takes, and one set of arguments that it takes. */
export type Form = { schema: JsonSchema; example: unknown }

/** The same arguments with a placeholder wherever something was wrong or missing; everything else stays as sent. */
export function withPlaceholders(input: unknown, problems: readonly FieldProblem[], form: Form): Values {
  const repaired = new Map(Object.entries(sentAgain(input)))
  for (const { path, message } of problems) {
    const names = path.split('.').filter((name) => name !== '')
    const [first, ...rest] = names
    if (first === undefined) continue
    const sent = valueAt(input, names)
    const plain = isBlank(sent) || message.length > longestHint ? placeholder(lastOf(names)) : placeholder(lastOf(names), message)
    repaired.set(first, deeper(repaired.get(first), rest, withEntries(knownPlaceholder(names, form), sent) ?? plain))
  }
  return Object.fromEntries(repaired)
}

/** What was sent of a list that is too short is kept. */
function withEntries(outlined: unknown, sent: unknown): unknown {
  if (!Array.isArray(outlined) || !Array.isArray(sent) || !sent.every((entry) => typeof entry === 'string' && !isBlank(entry)))
    return outlined
  const kept = [...new Set(sent)]
  return kept.length < outlined.length ? [...kept, ...outlined.slice(kept.length)] : outlined
}

/** What a placeholder is named after; a position in a list says nothing about what belongs there. */
function lastOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return /^\d+$/.test(last) ? 'entry' : last
}

/** A text of nothing but space, or a placeholder that was left in, says as little as what was left out. */
export const isBlank = (given: unknown) =>
  given === undefined || (typeof given === 'string' && (given.trim() === '' || isPlaceholder(given)))

const valueAt = (value: unknown, names: readonly string[]) =>
  names.reduce<unknown>((inner, name) => (inner as Values | null | undefined)?.[name], value)

function replaced(value: unknown, [name = '', ...rest]: readonly string[], by: unknown): unknown {
  // A long value is not repeated, so there is nothing in it to mark; the error says what to correct.
  if (typeof value === 'string' && isPlaceholder(value)) return value
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? deeper(item, rest, by) : item))
  return { ...asRecord(value), [name]: deeper(asRecord(value)[name], rest, by) }
}

const deeper = (value: unknown, rest: readonly string[], by: unknown) => (rest.length === 0 ? by : replaced(value, rest, by))

/** What belongs there as far as the schema tells: one of a few words, or something with parts. No value is made up. */
function knownPlaceholder(names: readonly string[], { schema, example }: Form): unknown {
  const { type, enum: words } = schemaAt(schema, names)
  if (Array.isArray(words)) return placeholder(lastOf(names), `one of ${words.join(', ')}`)
  const shown = valueAt(example, names)
  return (type === 'array' || type === 'object') && typeof shown === 'object' && shown !== null ? outline(shown) : undefined
}

function schemaAt(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema {
  if (name === undefined) return schema
  return schemaAt(schema.properties?.[name] ?? schema.items ?? {}, rest)
}

/** The shape of an example without its values. */
function outline(shown: object): unknown {
  const fieldsOf = (of: object) =>
    Object.fromEntries(
      Object.entries(of).map(([name, inner]) => [name, typeof inner === 'object' && inner ? outline(inner) : placeholder(name)]),
    )
  if (!Array.isArray(shown)) return fieldsOf(shown)
  return shown.map((item) => (typeof item === 'object' && item !== null ? fieldsOf(item) : placeholder('entry')))
}
