import type { FieldProblem } from '../errors.ts'
import { fieldPath, formOf, type JsonSchema, takesNull, typesOf } from './json-schema.ts'
import { isRecord } from './record.ts'

type NumberRule = { integer: boolean; min: number; max: number; upperClamp: number; takesNull: boolean; optional: boolean }

/** Where numbers sit in an input, read once from its JSON Schema. */
export type NumberPlan = { rule?: NumberRule; properties?: [string, NumberPlan][]; items?: NumberPlan }

export function planNumbers(schema: JsonSchema): NumberPlan {
  return planOf(schema) ?? {}
}

type Need = Pick<NumberRule, 'optional' | 'takesNull'>

function planOf(schema: JsonSchema, need: Need = { optional: false, takesNull: takesNull(schema) }): NumberPlan | undefined {
  const form = formOf(schema)
  if (form !== schema) {
    const clamp = schema.clamp_above_to === undefined ? {} : { clamp_above_to: schema.clamp_above_to }
    return planOf({ ...form, ...clamp }, need)
  }
  const types = typesOf(schema)
  if (types.includes('number') || types.includes('integer')) return { rule: { ...need, ...boundsOf(schema, types.includes('integer')) } }
  if (types.includes('array')) {
    const items = schema.items && planOf(schema.items)
    return items && { items }
  }
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, NumberPlan][] => {
    const plan = planOf(property, { optional: !schema.required?.includes(name), takesNull: takesNull(property) })
    return plan ? [[name, plan]] : []
  })
  return properties.length > 0 ? { properties } : undefined
}

function boundsOf(schema: JsonSchema, integer: boolean): Omit<NumberRule, keyof Need> {
  const max = schema.maximum ?? Number.MAX_SAFE_INTEGER
  return { integer, min: schema.minimum ?? -Number.MAX_SAFE_INTEGER, max, upperClamp: schema.clamp_above_to ?? max }
}

type Adjusted = { value: unknown; warnings: string[]; problems: FieldProblem[] }

/**
 * The contract's number rules for every operation: numeric strings are coerced, out-of-range values clamped, each with a
 * warning; anything else in a numeric field is a problem. `silentStrings` is for query strings, where text is the only form.
 */
export function adjustNumbers(plan: NumberPlan, raw: unknown, silentStrings: boolean): Adjusted {
  const told: Told = { warnings: [], problems: [], silentStrings }
  const value = adjust(plan, raw, '', told)
  return { value, warnings: told.warnings, problems: told.problems }
}

type Told = Omit<Adjusted, 'value'> & { silentStrings: boolean }

function adjust(plan: NumberPlan, value: unknown, path: string, told: Told): unknown {
  if (value === undefined) return value
  if (plan.rule) return adjustNumber(plan.rule, value, path, told)
  if (plan.items) {
    if (!Array.isArray(value)) return value
    const items = plan.items
    return value.map((item, i) => adjust(items, item, fieldPath(path, String(i)), told))
  }
  if (!plan.properties || !isRecord(value)) return value
  let changed: Record<string, unknown> | undefined
  for (const [name, property] of plan.properties) {
    if (!Object.hasOwn(value, name)) continue
    const adjusted = adjust(property, value[name], fieldPath(path, name), told)
    if (adjusted === value[name]) continue
    changed ??= { ...value }
    changed[name] = adjusted
  }
  return changed ?? value
}

const decimal = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i

/** Whether a text is a number as people write it; `0x10` is one to JavaScript alone. */
export const isDecimal = (text: string) => decimal.test(text)

function adjustNumber(rule: NumberRule, value: unknown, path: string, told: Told): unknown {
  if (value === null && rule.takesNull) return value
  let number = value
  if (typeof value === 'string' && isDecimal(value)) {
    number = Number(value)
    if (!told.silentStrings && Number.isFinite(number)) told.warnings.push(`${path} was text and was read as the number ${number}`)
  }
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    // A caller that sends null has no number to send, so it is told that the field may be left out.
    const instead = value === null && rule.optional ? ', or be left out' : ''
    told.problems.push({ path, message: `must be a number${rangeOf(rule)}${instead}` })
    return value
  }
  const inRange = number > rule.max ? rule.upperClamp : Math.max(number, rule.min)
  if (inRange !== number) told.warnings.push(`${path} was out of range and was clamped to ${inRange}`)
  if (!rule.integer || Number.isInteger(inRange)) return inRange
  told.warnings.push(`${path} must be whole and was rounded to ${Math.round(inRange)}`)
  return Math.round(inRange)
}

function rangeOf({ min, max }: NumberRule): string {
  if (Math.abs(min) >= Number.MAX_SAFE_INTEGER) return ''
  return max >= Number.MAX_SAFE_INTEGER ? ` of at least ${min}` : ` from ${min} to ${max}`
}
