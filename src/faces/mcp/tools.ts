import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import { type Operation, shownAnswer } from '../../calls/operation.ts'
import { errorBody, type NextStep, ServiceError } from '../../errors.ts'
import type { FaceParts } from '../face.ts'
import type { Exchange, OfferedTool } from './offer.ts'
import { recovery, toolOrder } from './onboarding.ts'
import { sentAgain } from './repair.ts'
import { type ObjectSchema, toolInputSchema, toolOutputSchema } from './schemas.ts'
import { createToolNames, type ToolNames } from './tool-names.ts'

type ToolRow = Operation & { tool: string }

/** The rows that name a tool, as tools, in onboarding order; a tool the order does not know comes last. */
export function toolsOf({ table, invoke, nextStep }: Pick<FaceParts, 'table' | 'invoke' | 'nextStep'>): OfferedTool[] {
  const parts: Parts = { invoke, nextStep, told: createToolNames(table) }
  const rows = table.filter((row): row is ToolRow => row.tool !== undefined).sort((a, b) => rank(a.tool) - rank(b.tool))
  return rows.map((row) => {
    const schema = toolInputSchema(row)
    return { listing: listingOf(row, schema), call: (args, exchange) => callTool({ row, schema }, parts, { args, exchange }) }
  })
}

function rank(tool: string): number {
  const place = toolOrder.indexOf(tool)
  return place < 0 ? toolOrder.length : place
}

function listingOf(row: ToolRow, inputSchema: ObjectSchema): Tool {
  return {
    name: row.tool,
    title: row.summary.split(/[,;:]/)[0] ?? row.summary,
    description: row.tool_description ?? `${row.summary}.`,
    inputSchema,
    outputSchema: toolOutputSchema(row),
    annotations: {
      // So is routing: the decision that it notes is its own log, and changes nothing of the caller's until that reports on it.
      readOnlyHint: row.effect === 'read',
      destructiveHint: row.effect === 'destructive',
      idempotentHint: row.effect !== 'write',
      // Tools touch this service alone. What it sends later, to the webhook that an agent named, or looks up for the operator, is no answer.
      openWorldHint: false,
    },
  }
}

type Called = { row: ToolRow; schema: ObjectSchema }
type Call = { args: Record<string, unknown>; exchange: Exchange }

type Parts = Pick<FaceParts, 'invoke' | 'nextStep'> & { told: ToolNames }

async function callTool({ row, schema }: Called, { invoke, nextStep, told }: Parts, { args, exchange }: Call): Promise<CallToolResult> {
  const { caller, idempotencyKey } = exchange
  try {
    const answer = await invoke(row, args, { caller, idempotencyKey })
    // The only thing a tool's answer has beyond the REST answer: where to go from here.
    const next_step = nextStep(row, args, answer.output)
    const value = told({ ...(shownAnswer(answer) as object), ...(next_step ? { next_step: withoutLong(next_step) } : {}) })
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const next_step = recovery({ tool: row.tool, schema, example: row.example }, args, error)
    return failed(told({ ...errorBody(error), next_step }))
  }
}

const withoutLong = (step: NextStep): NextStep => ({ ...step, arguments: sentAgain(step.arguments) })

/** A single item and no extra sentence: clients may parse every item of the content as JSON. */
function failed(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], isError: true }
}
