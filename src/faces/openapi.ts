import { longestKey } from '../calls/idempotency.ts'
import { optOutGroups } from '../calls/invoke.ts'
import type { Operation } from '../calls/operation.ts'
import { statusByCode } from '../errors.ts'
import type { JsonSchema } from '../input/json-schema.ts'
import { commonRulesMarkdown } from './common-rules.ts'
import { contractVersion } from './contract-version.ts'
import { routesOf } from './face.ts'
import { inputSchema, restOutputSchema } from './schemas.ts'

const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence that says what to do' },
    code: { type: 'string', enum: Object.keys(statusByCode) },
    details: {
      type: 'array',
      items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    did_you_mean: { type: 'array', items: { type: 'string' } },
    docs: { type: 'string' },
  },
}

const headers = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Of your choice: for 24 hours the same key and body get the same answer, and the act is done once',
    schema: { type: 'string', minLength: 1, maxLength: longestKey },
  },
  Telemetry: {
    name: 'X-Waymark-Telemetry',
    in: 'header',
    description: 'off: this call is answered, nothing about it is stored and nothing earned',
    schema: { type: 'string', enum: ['on', 'off'] },
  },
}

function headersOf({ group }: Operation, method: string) {
  if (method !== 'POST') return []
  const names: (keyof typeof headers)[] = optOutGroups.has(group) ? ['IdempotencyKey', 'Telemetry'] : ['IdempotencyKey']
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** The OpenAPI 3.1 description of the table. */
export function openApi(table: readonly Operation[], publicUrl?: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const row of table) {
    for (const [i, { method, path }] of routesOf(row).entries()) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: describe(row, method, path, i) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waymark',
      version: contractVersion,
      summary: 'Which tool server and which language model to use for a task, learned from what agents report.',
      description: commonRulesMarkdown(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    security: [],
    tags: [...new Set(table.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: { schemas: { Error: errorSchema }, parameters: headers, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function describe(row: Operation, method: string, path: string, alias: number) {
  const schema = inputSchema(row)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const hasBody = !['GET', 'DELETE'].includes(method)
  const named = Object.entries(schema.properties ?? {})
    .filter(([name]) => inPath.includes(name) || !hasBody)
    .map(([name, property]) => ({
      ...parameter(name, property, inPath.includes(name), schema.required ?? []),
      ...exampleOf(row.example, name),
    }))
  const parameters = [...named, ...headersOf(row, method)]
  const body = withoutProperties(schema, inPath)
  return {
    operationId: alias === 0 ? row.name : `${row.name}_${method.toLowerCase()}_${alias}`,
    tags: [row.group],
    summary: row.summary,
    ...(row.tool ? { 'x-mcp-tool': row.tool } : {}),
    ...(row.access && row.access !== 'open' ? { security: [{ bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody
      ? {
          requestBody: {
            required: (body.required ?? []).length > 0,
            content: { 'application/json': { schema: body, example: without(row.example, inPath) } },
          },
        }
      : {}),
    responses: {
      200: { description: 'The answer', ...headersIn(row), content: answerContent(row) },
      ...(row.rest_missing ? { 404: { description: missingWords, content: { ...answerContent(row), ...errorContent } } } : {}),
      default: {
        description: 'What went wrong and what to do',
        content: errorContent,
      },
    },
  }
}

const missingWords = 'Not found; answered with a picture if the Accept header prefers one'
const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

function headersIn({ rest_headers = {} }: Operation) {
  const told = Object.entries(rest_headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }])
  return told.length > 0 ? { headers: Object.fromEntries(told) } : {}
}

function answerContent(row: Operation) {
  const media = row.rest_media ?? ['application/json']
  const schemaOf = (type: string) => (type === 'application/json' ? restOutputSchema(row) : { type: 'string' })
  return Object.fromEntries(media.map((type) => [type, { schema: schemaOf(type) }]))
}

function parameter(name: string, schema: JsonSchema, inPath: boolean, required: readonly string[]) {
  return { name, in: inPath ? 'path' : 'query', required: inPath || required.includes(name), schema }
}

function exampleOf(example: unknown, name: string): { example?: unknown } {
  const value = Object.entries(example ?? {}).find(([key]) => key === name)?.[1]
  return value === undefined ? {} : { example: value }
}

const without = (named: unknown, names: readonly string[]) =>
  Object.fromEntries(Object.entries(named ?? {}).filter(([name]) => !names.includes(name)))

function withoutProperties(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = without(schema.properties, names)
  return { ...schema, properties, ...(schema.required ? { required: schema.required.filter((name) => !names.includes(name)) } : {}) }
}
