import * as z from 'zod'
import type { Operation } from '../calls/operation.ts'
import { planNumbers } from '../input/numbers.ts'

export type JsonSchema = {
  type?: string
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  [key: string]: unknown
}

/** JSON Schema of a row's input or output; the same text serves OpenAPI, MCP, the SDK types and the reference. */
export function inputSchema(row: Operation): JsonSchema {
  return clean(z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' }))
}

export function outputSchema(row: Operation): JsonSchema {
  return clean(z.toJSONSchema(row.output, { io: 'output', unrepresentable: 'any' }))
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
  if (row.rest_output) return clean(z.toJSONSchema(row.rest_output, { io: 'output', unrepresentable: 'any' }))
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

function clean(schema: unknown): JsonSchema {
  const { $schema: _, ...rest } = schema as JsonSchema
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === 'clamp_above_to' ? undefined : value))) as JsonSchema
}
