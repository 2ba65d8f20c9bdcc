import type { Operation } from '../calls/operation.ts'
import { fieldPath, type JsonSchema } from '../input/json-schema.ts'
import { isRecord } from '../input/record.ts'
import { commonRulesMarkdown } from './common-rules.ts'
import { routesOf } from './face.ts'
import { inputSchema, restOutputSchema } from './schemas.ts'

/** The size is how long a value may be that a caller writes. */
export type Field = { name: string; type: string; required: boolean; notes: string; size: string }
export type ReferenceEntry = {
  name: string
  group: string
  summary: string
  routes: string[]
  tool?: string
  /** Whose bearer it asks for. */
  bearer?: string
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
    ...(row.access && row.access !== 'open' ? { bearer: bearers[row.access] } : {}),
    ...(row.rest_media ? { media: row.rest_media } : {}),
    ...(row.rest_headers ? { headers: row.rest_headers } : {}),
    input: fields(inputSchema(row)).map(withSize),
    output: row.rest_media?.includes('application/json') === false ? [] : fields(restOutputSchema(row)).filter(isToldPerRow),
    example: row.example,
  }))
}

const bearers = { bearer: 'the agent’s identity, or the operator’s secret', admin: 'the operator’s secret' } as const

/** Any answer may hold it, so the reference explains it once. */
const isToldPerRow = ({ name }: Field) => name !== 'ignored_fields'

export function referenceMarkdown(table: readonly Operation[]): string {
  const groups = [...Map.groupBy(reference(table), ({ group }) => group)]
  const parts = groups.map(([group, entries]) => `## ${group}\n\n${entries.map(entryMarkdown).join('\n')}`)
  const intro = `Generated from the operation table; do not edit. Some operations are [tools over MCP](connect.md) too; \`/metrics\` is
[for Prometheus](operating.md#watching-it). The [reasons](#reasons) of an answer are explained at the end.`
  return `# API reference\n\n${intro}\n\n${commonRulesMarkdown()}\n${parts.join('\n')}`
}

function entryMarkdown(entry: ReferenceEntry): string {
  const tool = entry.tool ? ` · MCP tool \`${entry.tool}\`` : ''
  const routes = entry.routes.map((route) => `\`${route}\``).join(', ')
  const media = entry.media ? `\nAnswers with ${entry.media.map((type) => `\`${type}\``).join(' or ')}.\n` : ''
  const bearer = entry.bearer ? `\nBearer: ${entry.bearer}.\n` : ''
  const headers = Object.entries(entry.headers ?? {}).map(([name, meaning]) => `\nIn the header \`${name}\`: ${meaning}.\n`)
  const table = (title: string, rows: Field[]) =>
    rows.length === 0 ? '' : `\n| ${title} | type | notes |\n|---|---|---|\n${rows.map(fieldMarkdown).join('\n')}\n`
  return `### ${entry.name}\n\n${entry.summary}. ${routes}${tool}\n${bearer}${table('send', entry.input)}${media}${table('get', entry.output)}${headers.join('')}`
}

function fieldMarkdown({ name, type, required, notes }: Field): string {
  return `| \`${name}\`${required ? '' : '?'} | ${type.replaceAll('|', '\\|')} | ${notes.replaceAll('|', '\\|')} |`
}

function fields(schema: JsonSchema, prefix = ''): Field[] {
  if (schema.items) return fields(schema.items, `${prefix}[]`)
  if (schema.anyOf) return merged(schema.anyOf.filter(({ type }) => type !== 'null').map((form) => fields(form, prefix)))
  const { additionalProperties: others } = schema
  if (isRecord(others)) return fields(others, `${prefix}.*`)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = fieldPath(prefix, name)
    const required = schema.required?.includes(name) ?? false
    const field = { name: path, type: typeName(property), required, notes: notesOf(property), size: sizeOf(property) }
    return [field, ...fields(property, path)]
  })
}

/** Of several forms: each field once, and required only if every form has it. */
function merged(forms: readonly Field[][]): Field[] {
  const byName = Map.groupBy(forms.flat(), ({ name }) => name)
  return [...byName.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, required: first.required && others.length === forms.length - 1 }] : [],
  )
}

function typeName(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.flatMap((form) => typeName(form).split(' | ')))].join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `array of ${typeName(schema.items ?? {})}`
  if (isRecord(schema.additionalProperties) && schema.additionalProperties.type) return `object of ${typeName(schema.additionalProperties)}`
  return [schema.type ?? 'any'].flat().join(' | ')
}

function notesOf(schema: JsonSchema): string {
  const { description = '', default: usual } = schema
  const range = rangeOf(schema)
  const parts = [description, description.includes(range) ? '' : range, usual === undefined ? '' : `default ${JSON.stringify(usual)}`]
  return parts.filter(Boolean).join('; ')
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  return minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : ''
}

/** Ids and slugs are copied from answers, so nobody asks how long they may be. */
const isCopied = (name: string) => /(^|[_.])(id|slug)$/.test(name)

function withSize(field: Field): Field {
  const { name, notes, size } = field
  return size === '' || isCopied(name) ? field : { ...field, notes: [notes, size].filter(Boolean).join('; ') }
}

function sizeOf({ maxLength, minItems = 0, maxItems }: JsonSchema): string {
  if (maxLength !== undefined) return `up to ${maxLength} characters`
  if (maxItems === undefined) return ''
  return minItems > 0 ? `${minItems} to ${maxItems} entries` : `up to ${maxItems} entries`
}
