import * as z from 'zod'
import type { Operation } from '../operation.ts'

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

export function restOutputSchema(row: Operation): JsonSchema {
  return row.rest_output ? clean(z.toJSONSchema(row.rest_output, { io: 'output', unrepresentable: 'any' })) : outputSchema(row)
}

function clean(schema: unknown): JsonSchema {
  const { $schema: _, ...rest } = schema as JsonSchema
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === 'clamp_above_to' ? undefined : value))) as JsonSchema
}
