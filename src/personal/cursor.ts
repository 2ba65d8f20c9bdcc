import * as z from 'zod'
import { ServiceError } from '../errors.ts'

/** For each table with rows left, the key of the last row that was given. */
export type Places = Record<string, readonly string[]>

// No store holds a text with a NUL in it, and PostgreSQL does not even compare with one.
const key = z.string().refine((text) => !text.includes('\0'))
const places = z.record(z.string(), z.array(key))

export const cursorOf = (left: Places) => Buffer.from(JSON.stringify(left)).toString('base64url')

/** The places that a cursor stands for; one that no answer gave for these tables is refused. */
export function placesIn(cursor: string, tables: readonly { name: string; keys: readonly string[] }[]): Places {
  const found = places.safeParse(jsonIn(cursor))
  const fits = (name: string, place: readonly string[]) => tables.find((table) => table.name === name)?.keys.length === place.length
  if (found.success && Object.entries(found.data).every(([name, place]) => fits(name, place))) return found.data
  throw new ServiceError('invalid_input', 'Send next_cursor of the previous answer as it is, or leave cursor out to begin anew.', {
    details: [{ path: 'cursor', message: 'must be next_cursor of the previous answer' }],
  })
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
