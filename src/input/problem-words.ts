import type * as z from 'zod'

const kinds: Record<string, string> = {
  string: 'a string',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
}
const kindOf = (expected: string) => kinds[expected] ?? `of type ${expected}`

/** What models now and then send as the JSON of it, as text. */
const hasParts: ReadonlySet<string> = new Set(['array', 'object', 'record'])

/** "At least" or "at most", for what has a size; undefined for anything else. */
function sizeWords(origin: string, side: 'least' | 'most', size: number | bigint): string | undefined {
  const plural = Number(size) === 1 ? 0 : 1
  if (origin === 'string') return `must have at ${side} ${size} ${['character', 'characters'][plural]}`
  if (origin === 'array') return `must hold at ${side} ${size} ${['entry', 'entries'][plural]}`
  if (origin === 'number' || origin === 'int') return `must be at ${side} ${size}`
  return undefined
}

/** What to do about a field, for someone who does not know the validator. Schemas that bring their own words keep them. */
export function problemWords(issue: z.core.$ZodRawIssue): string | undefined {
  const must = issue.input === undefined ? 'is required and must' : 'must'
  switch (issue.code) {
    case 'invalid_type':
      // A field that was optional elsewhere: the validator does not say what it should be.
      if (issue.expected === 'nonoptional') return 'is required'
      return `${must} be ${kindOf(issue.expected)}${typeof issue.input === 'string' && hasParts.has(issue.expected) ? ', not text' : ''}`
    case 'invalid_value':
      return `${must} be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'url' ? 'must be a full address, for example https://example.com' : undefined
    case 'too_small':
      return sizeWords(issue.origin, 'least', issue.minimum)
    case 'too_big':
      return sizeWords(issue.origin, 'most', issue.maximum)
    default:
      return undefined
  }
}
