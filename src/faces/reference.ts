import type { Operation } from '../calls/operation.ts'
import type { JsonSchema } from '../input/json-schema.ts'
import { routesOf } from './face.ts'
import { inputSchema, restOutputSchema } from './schemas.ts'

export type Field = { name: string; type: string; required: boolean; notes: string }
export type ReferenceEntry = {
  name: string
  group: string
  summary: string
  routes: string[]
  tool?: string
  /** Named where the answer is not simply JSON. */
  media?: readonly string[]
  headers?: Readonly<Record<string, string>>
  input: Field[]
  output: Field[]
  example: unknown
}

/** The table as a reader wants it: what to send, what comes back. The page and docs/api.md both show this. */
export function reference(table: readonly Operation[]): ReferenceEntry[] {
  return table.map((row) => ({
    name: row.name,
    group: row.group,
    summary: row.summary,
    routes: routesOf(row).map(({ method, path }) => `${method} ${path}`),
    ...(row.tool ? { tool: row.tool } : {}),
    ...(row.rest_media ? { media: row.rest_media } : {}),
    ...(row.rest_headers ? { headers: row.rest_headers } : {}),
    input: fields(inputSchema(row)),
    output: row.rest_media?.includes('application/json') === false ? [] : fields(restOutputSchema(row)).filter(isToldPerRow),
    example: row.example,
  }))
}

/** Any answer may hold it, so the reference explains it once. */
const isToldPerRow = ({ name }: Field) => name !== 'ignored_fields'

export function referenceMarkdown(table: readonly Operation[]): string {
  const groups = [...Map.groupBy(reference(table), ({ group }) => group)]
  const parts = groups.map(([group, entries]) => `## ${group}\n\n${entries.map(entryMarkdown).join('\n')}`)
  return `# API reference\n\nGenerated from the operation table; do not edit. Every error has the body \`{ error, code, details?, did_you_mean?, docs? }\`.
An unknown field is ignored; \`ignored_fields\` in the answer names it, with the field that was probably meant. Adjusted numbers are
listed in \`warnings\`. Where an answer has no room for these, they are in the headers \`X-Waymark-Ignored-Fields\` and
\`X-Waymark-Warnings\`. An empty query value counts as left out, and so does an empty text where a slug or one of several words is
optional. Every POST accepts the header \`Idempotency-Key\`: for 24 hours the same key with the same body gets the same answer, and
with another body 409. With \`X-Waymark-Telemetry: off\`, calls in the groups routing and telemetry are answered, but nothing about
them is stored.\n\n${parts.join('\n')}`
}

function entryMarkdown(entry: ReferenceEntry): string {
  const tool = entry.tool ? ` · MCP tool \`${entry.tool}\`` : ''
  const routes = entry.routes.map((route) => `\`${route}\``).join(', ')
  const media = entry.media ? `\nAnswers with ${entry.media.map((type) => `\`${type}\``).join(' or ')}.\n` : ''
  const headers = Object.entries(entry.headers ?? {}).map(([name, meaning]) => `\nIn the header \`${name}\`: ${meaning}.\n`)
  const table = (title: string, rows: Field[]) =>
    rows.length === 0 ? '' : `\n| ${title} | type | notes |\n|---|---|---|\n${rows.map(fieldMarkdown).join('\n')}\n`
  return `### ${entry.name}\n\n${entry.summary}. ${routes}${tool}\n${table('send', entry.input)}${media}${table('get', entry.output)}${headers.join('')}`
}

function fieldMarkdown({ name, type, required, notes }: Field): string {
  return `| \`${name}\`${required ? '' : '?'} | ${type.replaceAll('|', '\\|')} | ${notes.replaceAll('|', '\\|')} |`
}

function fields(schema: JsonSchema, prefix = '', depth = 0): Field[] {
  if (schema.items) return fields(schema.items, `${prefix}[]`, depth)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix ? `${prefix}.${name}` : name
    const field = { name: path, type: typeName(property), required: schema.required?.includes(name) ?? false, notes: notesOf(property) }
    const nested = depth < 2 && (property.type === 'object' || property.type === 'array') ? fields(property, path, depth + 1) : []
    return [field, ...nested]
  })
}

function typeName(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `array of ${typeName(schema.items ?? {})}`
  return [schema.type ?? 'any'].flat().join(' | ')
}

function notesOf({ minimum, maximum, default: usual, description }: JsonSchema): string {
  const range = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : ''
  const fallback = usual === undefined ? '' : `default ${JSON.stringify(usual)}`
  return [description ?? '', range, fallback].filter(Boolean).join('; ')
}
