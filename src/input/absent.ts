import { formOf, type JsonSchema, takesNull, typesOf } from './json-schema.ts'
import { isRecord } from './record.ts'

/** Where an explicit null means that an optional field was left out, read once from an input's JSON Schema. */
export type AbsentPlan = { droppable: ReadonlySet<string>; properties: [string, AbsentPlan][]; items?: AbsentPlan }

export function planAbsent(schema: JsonSchema): AbsentPlan {
  const { properties = {}, required = [], items } = formOf(schema)
  const entries = Object.entries(properties)
  const droppable = entries.filter(([name, property]) => !required.includes(name) && !isNumeric(property) && !takesNull(property))
  const ofItems = items && planAbsent(items)
  return {
    droppable: new Set(droppable.map(([name]) => name)),
    properties: entries.map(([name, property]): [string, AbsentPlan] => [name, planAbsent(property)]).filter(([, plan]) => isUseful(plan)),
    ...(ofItems && isUseful(ofItems) ? { items: ofItems } : {}),
  }
}

/** A null is no number, and the contract refuses what is no number. */
const isNumeric = (schema: JsonSchema) => typesOf(formOf(schema)).some((type) => type === 'number' || type === 'integer')
const isUseful = ({ droppable, properties, items }: AbsentPlan) => droppable.size > 0 || properties.length > 0 || items !== undefined

/** Clients that write every field send null for what they do not know. Input without such a null is returned as it is. */
export function dropAbsent(plan: AbsentPlan, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = plan
    if (!items) return value
    const kept = value.map((item) => dropAbsent(items, item))
    return kept.some((item, at) => item !== value[at]) ? kept : value
  }
  if (!isRecord(value)) return value
  let copy = value
  const own = () => {
    if (copy === value) copy = { ...value }
    return copy
  }
  for (const name of Object.keys(value)) if (copy[name] === null && plan.droppable.has(name)) delete own()[name]
  for (const [name, inner] of plan.properties) {
    const given = copy[name]
    if (typeof given !== 'object' || given === null || !Object.hasOwn(copy, name)) continue
    const kept = dropAbsent(inner, given)
    if (kept !== given) own()[name] = kept
  }
  return copy
}
