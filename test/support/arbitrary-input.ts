import fc from 'fast-check'
import type { JsonSchema } from '../../src/input/json-schema.ts'

const nasty = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  '1e999',
  'NaN',
  '-0',
  '9'.repeat(400),
  1e308,
  -1,
  0.1,
  1e21,
  [],
  {},
  [[]],
  { a: { b: [] } },
  true,
  '💥',
  '\u202e',
  "'; DROP TABLE agents; --",
  '<script>',
  '../../etc/passwd',
  '%00',
  '{}',
)

/** Values that often fit the schema and often do not. */
export function arbitraryFor(schema: JsonSchema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: fitting(schema, known) },
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  )
}

function fitting(schema: JsonSchema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, known)))
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, arbitraryFor(property, known)] as const)
      return fc.subarray(schema.required ?? []).chain((requiredKeys) => fc.record(Object.fromEntries(fields), { requiredKeys }))
    }
    case 'array':
      return fc.array(arbitraryFor(schema.items ?? {}, known), { maxLength: 4 })
    case 'number':
    case 'integer':
      return fc.oneof(fc.integer({ min: -5, max: 20 }), fc.double({ noNaN: true }), fc.integer().map(String))
    case 'boolean':
      return fc.boolean()
    default:
      return fc.oneof(fc.string({ maxLength: 40, unit: 'grapheme' }), known)
  }
}
