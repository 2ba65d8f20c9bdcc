import type { Logger } from 'pino'
import * as z from 'zod'
import type { Config } from '../config.ts'
import { type FieldProblem, type NextStep, ServiceError } from '../errors.ts'
import { type AbsentPlan, dropAbsent, planAbsent } from '../input/absent.ts'
import { jsonSchemaOf } from '../input/json-schema.ts'
import { adjustNumbers, type NumberPlan, planNumbers } from '../input/numbers.ts'
import { present } from '../input/present.ts'
import { problemWords } from '../input/problem-words.ts'
import { type FieldPlan, ignoredFields, namingMisspelt, planFields, repeatedFields } from '../input/unknown-fields.ts'
import { oncePer } from '../once.ts'
import type { SafeFetch } from '../outbound.ts'
import type { Store } from '../storage/store.ts'

/** What a limit on requests leaves to a caller. */
export type Allowance = { allowed: boolean; limit: number; remaining: number; reset_seconds: number }

/** Who is calling, as far as the face can tell. Nothing here is taken from the body. */
export type Caller = {
  network: string
  loopback: boolean
  bearer: string | undefined
  telemetry: boolean
  face: 'http' | 'mcp'
  request_id: string
  /** Where this caller finds the service, without a slash at its end. */
  address: string
  /** Is told what its agent's limit leaves, where there is one. */
  onAllowance?: (allowance: Allowance) => void
}

/** All that an operation may reach. Capabilities that keep state in memory add their part by declaration merging. */
export interface Context {
  store: Store
  config: Config
  log: Logger
  now: () => Date
  newId: () => string
  random: () => number
  /** For secrets: unlike `random`, these cannot be guessed. */
  randomBytes: (size: number) => Buffer
  fetchSafely: SafeFetch
  /** True while the store cannot be reached: what memory holds is still answered, and says so. */
  isStoreAway: () => boolean
  caller: Caller
  /** Present when the caller sent an Idempotency-Key: a stable key of this act, so that a retry finds what the first try wrote. */
  act_key: string | undefined
}

/** The part of the context that is the same for every call. */
export type StandingContext = Omit<Context, 'caller' | 'act_key'>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** With an `etag` header, a client that already has the same answer gets a 304. */
export type Rest = { body: unknown; headers?: Record<string, string>; type?: string }

export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  name: string
  group: string
  http: `${Method} /${string}`
  /** Further methods or paths that do the same. */
  also?: readonly `${Method} /${string}`[]
  tool?: `service_${string}`
  /** Of a row without a tool: the one that tells a caller of tools the same. */
  tool_instead?: `service_${string}`
  summary: string
  /** Written for a model that decides whether to call the tool; the summary when absent. */
  tool_description?: string
  effect: 'read' | 'write' | 'idempotent_write' | 'destructive'
  access?: 'open' | 'bearer' | 'admin'
  input: I
  output: O
  /** How REST shows the output where it is not simply the JSON of it. */
  rest?: (output: z.output<O>) => Rest
  rest_output?: z.ZodType
  /** The media types that REST can answer with, where that is not JSON alone. */
  rest_media?: readonly string[]
  /** What REST says in headers because its answer has no room for it: name and meaning. */
  rest_headers?: Readonly<Record<string, string>>
  /** The picture that REST sends instead of a 404's JSON to a client that asks for a picture. */
  rest_missing?: () => Rest & { type: string }
  /** What the log says of it when the operator has done it; every act that only the operator can do has it. */
  logged?: (input: z.output<I>, output: z.output<O>) => Record<string, unknown>
  /** Where an agent goes from here over MCP; a row that names a tool has it. */
  next?: (input: z.output<I>, output: z.output<O>, context: StandingContext) => NextStep | undefined
  example: z.input<I>
  run: (context: Context, input: z.output<I>) => Promise<z.input<O>>
}

/** A step with those of its arguments that are known. */
export function stepTo(tool: string, known: Record<string, unknown>, why: string): NextStep {
  return { tool, arguments: present(known), why }
}

/** Keeps the types of one row together; the table then holds rows of different types. */
export function operation<I extends z.ZodType, O extends z.ZodType>(row: Operation<I, O>): Operation {
  // Each row is only ever called with what its own input schema produced, so widening it is safe.
  return row as unknown as Operation
}

export type CallOptions = { stringNumbers: boolean; checkOutput: boolean }
/** The contract reserves `warnings` for adjusted numbers, so ignored fields are listed separately. */
export type CallResult = { output: unknown; warnings: string[]; ignored_fields: string[] }

type Plan = { numbers: NumberPlan; absent: AbsentPlan; fields: FieldPlan }

const planOf = oncePer((row: Operation): Plan => {
  const schema = jsonSchemaOf(row.input, 'input')
  return { numbers: planNumbers(schema), absent: planAbsent(schema), fields: planFields(schema) }
})

/** The one boundary: every face hands raw input in here and gets a checked answer or a ServiceError. */
export async function call(row: Operation, context: Context, raw: unknown, options: CallOptions): Promise<CallResult> {
  const { input, warnings } = parseInput(row, raw, options.stringNumbers)
  const output = await row.run(context, input)
  if (options.checkOutput) checkOutput(row, output)
  return { output, warnings, ignored_fields: ignoredFields(planOf(row).fields, raw) }
}

/** Where the caller of an operation goes from its answer, if the row says so. */
export function nextStepOf(row: Operation, context: StandingContext, raw: unknown, output: unknown): NextStep | undefined {
  return row.next?.(parseInput(row, raw).input, output, context)
}

/** The answer as a caller sees it: the output, with what was adjusted or ignored, if anything. */
export function shownAnswer({ output, warnings, ignored_fields }: CallResult): unknown {
  if (warnings.length === 0 && ignored_fields.length === 0) return output
  return { ...(output as object), ...(warnings.length > 0 ? { warnings } : {}), ...(ignored_fields.length > 0 ? { ignored_fields } : {}) }
}

/** `unsafe` holds problems found before the schema was checked; all problems are reported together. */
export function parseInput(
  row: Operation,
  raw: unknown,
  stringNumbers = false,
  unsafe: readonly FieldProblem[] = [],
): { input: unknown; warnings: string[] } {
  const { numbers, absent, fields } = planOf(row)
  const adjusted = adjustNumbers(numbers, dropAbsent(absent, raw ?? {}), stringNumbers)
  const parsed = row.input.safeParse(adjusted.value, { error: problemWords })
  const repeated = stringNumbers ? repeatedFields(fields, raw) : []
  const refused = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
  const problems = onePerField([...unsafe, ...repeated, ...adjusted.problems, ...refused])
  if (problems.length > 0 || !parsed.success) throw invalidInput(row, namingMisspelt(fields, raw, problems))
  return { input: parsed.data, warnings: adjusted.warnings }
}

/** The first problem that was found with a field says the most about it. */
function onePerField(problems: readonly FieldProblem[]): FieldProblem[] {
  const named = new Set<string>()
  return problems.filter(({ path }) => !named.has(path) && named.add(path))
}

function invalidInput(row: Operation, { problems, renamed }: ReturnType<typeof namingMisspelt>): ServiceError {
  const shown = problems.slice(0, mostTold).map(({ path, message }) => (path ? `${path}: ${message}` : message))
  if (problems.length > mostTold) shown.push(`${problems.length - mostTold} more in details`)
  return new ServiceError('invalid_input', `Check the request: ${shown.join('; ')}${/[.!?]$/.test(shown.at(-1) ?? '') ? '' : '.'}`, {
    details: upTo(longestDetails, problems),
    renamed,
    docs: `/docs#${row.name}`,
  })
}

const mostTold = 3
/** In characters. Room for every field of the longest list that an operation takes, and no more than twice the longest body. */
export const longestDetails = 512 * 1024
const aroundDetail = JSON.stringify({ path: '', message: '' }).length + 1

function upTo(longest: number, problems: FieldProblem[]): FieldProblem[] {
  let length = 0
  const beyond = problems.findIndex(({ path, message }) => {
    length += aroundDetail + path.length + message.length
    return length > longest
  })
  if (beyond === -1) return problems
  return [...problems.slice(0, beyond), { path: '', message: `and ${problems.length - beyond} more like these` }]
}

function checkOutput(row: Operation, output: unknown): void {
  const checked = row.output.safeParse(output)
  if (!checked.success) throw new Error(`The answer of ${row.name} breaks its own schema: ${z.prettifyError(checked.error)}`)
}
