import type { Operation } from '../../calls/operation.ts'
import { type JsonSchema, typesOf } from '../../input/json-schema.ts'
import { inputSchema, outputSchema } from '../schemas.ts'

/** A tool list is read into a model's context on every start, so its schemas carry what a caller needs and no more. */
export type ObjectSchema = { type: 'object'; properties: Record<string, JsonSchema>; required?: string[]; additionalProperties?: boolean }

const largestShownBound = 1000

export function toolInputSchema(row: Operation): ObjectSchema {
  return asObject(inputOf(inputSchema(row)))
}

function inputOf(schema: JsonSchema): JsonSchema {
  const { type, description, enum: options, default: usual } = schema
  const nested = nestedOf(schema, inputOf)
  return {
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
    ...(options === undefined ? {} : { enum: options }),
    ...(usual === undefined || typeof usual === 'object' ? {} : { default: usual }),
    ...boundsOf(schema),
    ...nested,
    ...(nested.properties ? { additionalProperties: false } : {}),
  }
}

const bounds = ['minimum', 'maximum', 'minItems', 'maxItems'] as const

/** Those that a caller may come near to. Longest lengths are left to descriptions: most are of slugs and ids that nobody makes up. */
function boundsOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    bounds.flatMap((bound) => (Math.abs(schema[bound] ?? Infinity) <= largestShownBound ? [[bound, schema[bound]]] : [])),
  )
}

function nestedOf({ properties, required, items }: JsonSchema, each: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return {
    ...(properties ? { properties: mapValues(properties, each) } : {}),
    ...(required && required.length > 0 ? { required } : {}),
    ...(items === undefined ? {} : { items: each(items) }),
  }
}

/** The shape of the answer's own fields; what lies deeper is left open, and so is room for `warnings` and `ignored_fields`. */
export function toolOutputSchema(row: Operation): ObjectSchema {
  const { properties = {}, required } = outputSchema(row)
  const fields = mapValues(properties, typeOf)
  return asObject({ properties: { ...fields, next_step: { type: 'object' } }, ...(required?.length ? { required } : {}) })
}

function typeOf(schema: JsonSchema): JsonSchema {
  const { anyOf: options } = schema
  if (options) {
    const types = [...new Set(options.flatMap((option) => typesOf(typeOf(option))))]
    return options.some((option) => option.type === undefined) ? {} : { type: types }
  }
  return schema.type === undefined ? {} : { type: schema.type }
}

function asObject({ properties = {}, required, additionalProperties }: JsonSchema): ObjectSchema {
  return {
    type: 'object',
    properties,
    ...(required ? { required } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
  }
}

function mapValues(record: Record<string, JsonSchema>, each: (schema: JsonSchema) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, each(value)]))
}
