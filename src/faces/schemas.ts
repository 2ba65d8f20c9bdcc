import type { Operation } from '../calls/operation.ts'
import { type JsonSchema, jsonSchemaOf } from '../input/json-schema.ts'
import { planNumbers } from '../input/numbers.ts'

/** JSON Schema of a row's input or output; the same text serves OpenAPI, MCP, the SDK types and the reference. */
export function inputSchema(row: Operation): JsonSchema {
  return clean(jsonSchemaOf(row.input, 'input'))
}

export function outputSchema(row: Operation): JsonSchema {
  return clean(jsonSchemaOf(row.output, 'output'))
}

const warnings: JsonSchema = {
  description: 'Numbers that were adjusted; absent when none were',
  type: 'array',
  items: { type: 'string' },
}

const ignoredFields: JsonSchema = {
  description: 'Fields of the request that are not known here, with what may be meant; absent when there were none',
  type: 'array',
  items: { type: 'string' },
}

/** Wherever a request holds numbers, the answer may tell which of them were adjusted; any may tell what was ignored. */
export function restOutputSchema(row: Operation): JsonSchema {
  if (row.rest_output) return clean(jsonSchemaOf(row.rest_output, 'output'))
  const schema = outputSchema(row)
  if (row.rest || !schema.properties) return schema
  const isAdjusted = Object.keys(planNumbers(inputSchema(row))).length > 0
  const told = { ...(isAdjusted && !schema.properties.warnings ? { warnings } : {}), ignored_fields: ignoredFields }
  return { ...schema, properties: { ...schema.properties, ...told } }
}

/** What a caller receives: text for pictures and YAML, otherwise the JSON. */
export function receivedSchema(row: Operation): JsonSchema {
  const { rest_media: media = ['application/json'] } = row
  const text = { type: 'string' }
  if (!media.includes('application/json')) return text
  return media.length === 1 ? restOutputSchema(row) : { anyOf: [restOutputSchema(row), text] }
}

const ownKeys = new Set(['clamp_above_to', 'same_as'])

/** Without what only this service understands. */
function clean({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (ownKeys.has(key) ? undefined : value)))
}
