import { isUtf8 } from 'node:buffer'
import { ServiceError } from './errors.ts'

const deepestNesting = 32
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses what no store or page can hold: NUL, lone surrogates, keys that reach into prototypes, endless nesting. */
export function refuseUnsafe(raw: unknown, path = '', depth = 0): void {
  if (typeof raw === 'string') refuseUnsafeText(raw, path)
  if (typeof raw !== 'object' || raw === null) return
  if (depth >= deepestNesting) throw unsafe(path, `is nested deeper than ${deepestNesting} levels`)
  if (Array.isArray(raw)) {
    for (let i = 0; i < raw.length; i++) refuseUnsafe(raw[i], `${path}.${i}`, depth + 1)
    return
  }
  for (const key of Object.keys(raw)) {
    if (forbiddenKeys.has(key)) throw unsafe(path ? `${path}.${key}` : key, 'is not an allowed field name')
    refuseUnsafeText(key, path)
    refuseUnsafe((raw as Record<string, unknown>)[key], path ? `${path}.${key}` : key, depth + 1)
  }
}

function refuseUnsafeText(text: string, path: string): void {
  if (text.includes('\0')) throw unsafe(path, 'contains a NUL character')
  if (!text.isWellFormed()) throw unsafe(path, 'contains half of a surrogate pair, so it is not valid Unicode')
}

function unsafe(path: string, message: string): ServiceError {
  const at = path.replace(/^\./, '').slice(0, 200)
  return new ServiceError('invalid_input', `Check the request: ${at ? `${at} ` : 'the text '}${message}.`, {
    details: [{ path: at, message }],
  })
}

export function parseJson(bytes: Buffer): unknown {
  const text = bytes.toString()
  // Reading replaces what is not UTF-8 by this character, so only a text that holds it needs the closer look.
  if (text.includes('\ufffd') && !isUtf8(bytes))
    throw new ServiceError('malformed_json', 'The body is not valid UTF-8. Send JSON encoded as UTF-8.')
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('malformed_json', 'The body is not valid JSON. Check quotes, commas and brackets.')
  }
}
