/** What the plans of this room read of an input's JSON Schema. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  clamp_above_to?: number
}

/** The schema of the value itself, behind what only says that it may be null or adds a description. */
export const formOf = (schema: JsonSchema): JsonSchema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema.allOf?.[0] ?? schema

export const typesOf = ({ type }: JsonSchema): string[] => [type ?? []].flat()

/** `results.0.outcome`: the path of a field, as shown to callers. */
export const fieldPath = (path: string, name: string): string => (path ? `${path}.${name}` : name)
