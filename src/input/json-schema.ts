import * as z from 'zod'

/** What is read of a JSON Schema that zod wrote; it may hold more. */
export type JsonSchema = {
  $schema?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  clamp_above_to?: number
  /** The field that says the same, and counts where both are given. */
  same_as?: string
}

/** What a schema takes, or what it gives. The schemas of this project are of none of the kinds that zod writes as a mere `true` or `false`. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
}

/** The schema of the value itself, behind what only says that it may be null or adds a description. */
export const formOf = (schema: JsonSchema): JsonSchema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema.allOf?.[0] ?? schema

export const typesOf = ({ type }: JsonSchema): string[] => [type ?? []].flat()

export const takesNull = (schema: JsonSchema): boolean =>
  typesOf(formOf(schema)).includes('null') || (schema.anyOf ?? []).some(({ type }) => type === 'null')

/** `results.0.outcome`: the path of a field, as shown to callers. */
export const fieldPath = (path: string, name: string): string => (path ? `${path}.${name}` : name)
