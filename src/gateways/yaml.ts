type Scalar = string | number | boolean | null

/** Data that JSON can hold as YAML that people can read and edit. Every text is quoted, so none can be taken for anything else. */
export function yamlOf(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((item) => `${indent}- ${yamlOf(item, `${indent}  `).trimStart()}`).join('')
  if (isScalar(value)) return `${indent}${scalar(value)}\n`
  return Object.entries(value as object)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => line(indent, /^[a-z_]+$/i.test(key) ? key : JSON.stringify(key), item))
    .join('')
}

function line(indent: string, name: string, item: unknown): string {
  if (isScalar(item)) return `${indent}${name}: ${scalar(item)}\n`
  if (Object.keys(item as object).length === 0) return `${indent}${name}: ${Array.isArray(item) ? '[]' : '{}'}\n`
  return `${indent}${name}:\n${yamlOf(item, `${indent}  `)}`
}

const isScalar = (value: unknown): value is Scalar => value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The reader that LiteLLM uses (PyYAML) takes 5e-8 for a text and 5.0e-8 for a number. */
function scalar(value: Scalar): string {
  return typeof value === 'number' ? String(value).replace(/^(-?\d+)e/, '$1.0e') : JSON.stringify(value)
}
