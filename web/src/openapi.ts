type Schema = { type?: string | string[]; enum?: unknown[]; description?: string; properties?: Record<string, Schema>; required?: string[] }
type Named = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema; example?: unknown }
type Described = {
  operationId: string
  tags: string[]
  summary: string
  security?: unknown[]
  'x-mcp-tool'?: string
  parameters?: (Named | { $ref: string })[]
  requestBody?: { content: { 'application/json': { schema: Schema; example?: unknown } } }
}
type OpenApi = { paths: Record<string, Record<string, Described>> }

type Parameter = {
  name: string
  place: 'path' | 'query' | 'body'
  required: boolean
  type: string
  description: string
  example: string
}
export type Callable = {
  name: string
  group: string
  method: string
  path: string
  summary: string
  tool: string | undefined
  needsBearer: boolean
  parameters: Parameter[]
  body: string | undefined
}

/** The service's own description, as a list of things one can call. */
export async function readOpenApi(): Promise<Callable[]> {
  const response = await fetch('/api/openapi.json')
  if (!response.ok) throw new Error('The description could not be read. Try again.')
  const { paths }: OpenApi = await response.json()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => callableOf(path, method.toUpperCase(), described)),
  )
}

function callableOf(path: string, method: string, described: Described): Callable {
  const content = described.requestBody?.content['application/json']
  // What is only referred to are headers that many share; the page sends none of them.
  const named = (described.parameters ?? []).filter((parameter) => 'name' in parameter)
  const given = named.map((parameter) => ({
    name: parameter.name,
    place: parameter.in,
    required: parameter.required,
    type: typeOf(parameter.schema),
    description: parameter.schema.description ?? '',
    example: parameter.example === undefined ? '' : String(parameter.example),
  }))
  const inBody = Object.entries(content?.schema.properties ?? {}).map(([name, schema]) => ({
    name,
    place: 'body' as const,
    required: content?.schema.required?.includes(name) ?? false,
    type: typeOf(schema),
    description: schema.description ?? '',
    example: '',
  }))
  return {
    name: described.operationId,
    group: described.tags[0] ?? 'other',
    method,
    path,
    summary: described.summary,
    tool: described['x-mcp-tool'],
    needsBearer: (described.security ?? []).length > 0,
    parameters: [...given, ...inBody],
    body: content && JSON.stringify(content.example ?? {}, null, 2),
  }
}

function typeOf({ type, enum: values }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  return Array.isArray(type) ? type.join(' | ') : (type ?? 'any')
}

/** What was filled in: the parameters of the address, the body where there is one, and the bearer. */
type Filled = { values: Record<string, string>; body: string | undefined; bearer: string }
export type Sent = { status: number; text: string }

const mostShown = 20_000

/** Calls one of them as any client would, and gives back what came. */
export async function tryIt({ method, path }: Callable, { values, body, bearer }: Filled): Promise<Sent> {
  const query = new URLSearchParams()
  let filled = path
  for (const [name, value] of Object.entries(values)) {
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(value))
    else if (value) query.set(name, value)
  }
  const response = await fetch(`${filled}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, text: (isJson ? JSON.stringify(JSON.parse(text), null, 2) : text).slice(0, mostShown) }
}
