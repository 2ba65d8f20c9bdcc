import { isUtf8 } from 'node:buffer'
import { type FieldProblem, ServiceError } from '../errors.ts'
import { excerpt } from '../excerpt.ts'
import { fieldPath } from './json-schema.ts'
import { isRecord } from './record.ts'

const deepestNesting = 32
const longestPath = 200
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** What no store or page can hold: NUL, lone surrogates, keys that reach into prototypes, endless nesting. */
export function unsafeParts(raw: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  collectUnsafe(raw, '', 0, problems)
  return problems
}

function collectUnsafe(raw: unknown, path: string, depth: number, problems: FieldProblem[]): void {
  const add = (message: string, at = path) => problems.push({ path: excerpt(at, longestPath), message })
  if (typeof raw === 'string') {
    const problem = textProblem(raw)
    if (problem) add(problem)
  }
  if (typeof raw !== 'object' || raw === null) return
  if (depth >= deepestNesting) {
    add(`is nested deeper than ${deepestNesting} levels`)
    return
  }
  for (const [key, value] of Object.entries(raw)) {
    const inner = fieldPath(path, key)
    const problem = textProblem(key)
    if (problem) add(`a field name ${problem}`)
    if (forbiddenKeys.has(key)) add('is not an allowed field name', inner)
    else collectUnsafe(value, inner, depth + 1, problems)
  }
}

function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character'
  return text.isWellFormed() ? undefined : 'contains half of a surrogate pair, so it is not valid Unicode'
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isUuid = (text: string) => uuid.test(text.trim())

/** Ids are issued in lower case, and a UUID means the same in upper case. */
export function lowerUuid(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text
}

/** The input with every id in lower case. Input that has none in upper case is returned as it is. */
export function lowerUuids(raw: unknown, depth = 0): unknown {
  if (depth >= deepestNesting) return raw
  if (Array.isArray(raw)) {
    const lowered = raw.map((item) => lowerUuids(item, depth + 1))
    return lowered.some((item, at) => item !== raw[at]) ? lowered : raw
  }
  if (!isRecord(raw)) return raw
  let copy = raw
  for (const [name, value] of Object.entries(raw)) {
    const isId = typeof value === 'string' && (name === 'id' || name.endsWith('_id'))
    const lowered = isId ? lowerUuid(value) : lowerUuids(value, depth + 1)
    if (lowered === value) continue
    if (copy === raw) copy = { ...raw }
    copy[name] = lowered
  }
  return copy
}

export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString()
  // Decoding replaces invalid UTF-8 by this character, so only a text that contains it needs the full check.
  if (text.includes('\ufffd') && !isUtf8(bytes))
    throw new ServiceError('malformed_json', 'The body is not valid UTF-8. Send JSON encoded as UTF-8.')
  try {
    // Some editors and shells put a byte order mark before the text, which JSON allows a reader to ignore.
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch {
    throw new ServiceError('malformed_json', 'The body is not valid JSON. Check quotes, commas and brackets.')
  }
}
