import type * as z from 'zod'
import { problemWords } from '../../input/problem-words.ts'
import { approveInput, listInput, rejectInput } from '../../verification/schema.ts'
import { type Arguments, type Command, jsonOption, type Result, refuseMore, show, UsageError } from '../command.ts'
import { openReviewQueue, type Reviewed, type ReviewQueue, type Shown } from '../review-queue.ts'

/** Reviews the verification requests of agents, in the store itself or in a running service with --to. */
export const command: Command = {
  name: 'verify',
  summary: 'List, approve and reject verification requests of agents',
  usage: `waymark verify list [options]
       waymark verify approve <id> [options]
       waymark verify reject <id> --reason <text> [options]`,
  examples: [
    'waymark verify list',
    'waymark verify approve 3f2b8c1e-…',
    'waymark verify reject 3f2b8c1e-… --reason "The post does not hold the code."',
    'ADMIN_SECRET=... waymark verify list --to http://127.0.0.1:8787',
  ],
  words: 2,
  actions: ['list', 'approve', 'reject'],
  options: {
    status: { type: 'string', value: '<word>', says: 'initiated, submitted, approved or rejected; default submitted' },
    reason: { type: 'string', value: '<text>', says: 'Why a request is rejected; its agent sees it' },
    to: { type: 'string', value: '<url>', says: 'The running service; needs ADMIN_SECRET' },
    ...jsonOption,
  },
  async run(args, io) {
    const act = readAct(args)
    const queue = await openReviewQueue(args, io)
    try {
      return show(args, io, await act(queue))
    } finally {
      await queue.close()
    }
  },
}

/** What the command line asks for; a mistake in it is refused before a store is opened. */
function readAct({ positionals: [action, given], options }: Arguments): (queue: ReviewQueue) => Promise<Result> {
  const told = (reviewed: Reviewed) => ({ json: reviewed, text: `${reviewed.agent_name} is ${reviewed.status}.` })
  if (action === 'list') {
    refuseMore(given)
    const { status } = requireForm(listInput, { status: options.status })
    return async (queue) => {
      const found = await queue.list(status)
      return { json: found, text: found.length === 0 ? 'There are no such requests.' : found.map(line).join('\n') }
    }
  }
  if (action === 'approve') {
    const { id } = requireForm(approveInput, { id: given })
    return async (queue) => told(await queue.review({ verification_id: id, verdict: 'approved', reason: null }))
  }
  if (action === 'reject') {
    const { id, reason } = requireForm(rejectInput, { id: given, reason: options.reason })
    return async (queue) => told(await queue.review({ verification_id: id, verdict: 'rejected', reason }))
  }
  throw new UsageError('Say list, approve <id> or reject <id> --reason <text>.')
}

function requireForm<S extends z.ZodType>(schema: S, values: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(values, { error: problemWords })
  if (parsed.success) return parsed.data
  throw new UsageError(
    parsed.error.issues.map(({ path: [field], message }) => `${field === 'id' ? '<id>' : `--${String(field)}`} ${message}.`).join('\n'),
  )
}

function line({ verification_id, agent_name, x_handle, status, code, post_url, post_check, agents_with_handle }: Shown): string {
  const shared = agents_with_handle > 1 ? ` (claimed by ${agents_with_handle} agents)` : ''
  const post = post_url ? ` post ${post_url}${post_check ? ` ${post_check}` : ''}` : ''
  return `${verification_id}  ${status}  ${agent_name}  @${x_handle ?? '-'}${shared}  ${code}${post}`
}
