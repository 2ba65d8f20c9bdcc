import type * as z from 'zod'
import { readConfig } from '../config.ts'
import { problemWords } from '../input/problem-words.ts'
import type { Store } from '../storage/store.ts'
import { review } from '../verification/record.ts'
import { shown } from '../verification/rules.ts'
import { approveInput, listInput, rejectInput, type Status } from '../verification/schema.ts'
import { type Listed, listRequests } from '../verification/store.ts'
import { type Arguments, type Command, type Io, jsonOption, type Result, refuseMore, show, UsageError } from './command.ts'
import { openExistingStore } from './existing-store.ts'
import { callOperator, operatorSecret } from './operator-call.ts'
import { insteadOfStore, requireUrl } from './service.ts'

type Shown = Omit<Listed, 'agent_identity_id'>
type Reviewed = Omit<Shown, 'agents_with_handle'>
type ReviewQueue = {
  list: (status: Status) => Promise<Shown[]>
  approve: (id: string) => Promise<Reviewed>
  reject: (id: string, reason: string) => Promise<Reviewed>
  close: () => Promise<void>
}

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
    const queue = await openQueue(args, io)
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
    return async (queue) => told(await queue.approve(id))
  }
  if (action === 'reject') {
    const { id, reason } = requireForm(rejectInput, { id: given, reason: options.reason })
    return async (queue) => told(await queue.reject(id, reason))
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

async function openQueue({ options }: Arguments, io: Io): Promise<ReviewQueue> {
  if (options.to !== undefined) return queueAt(requireUrl(String(options.to)), io)
  const config = readConfig(io.env)
  const store = await openExistingStore(config).catch((error: Error) => {
    throw new Error(`${error.message}\n${insteadOfStore('review', config)}`)
  })
  return queueOn(store)
}

const perPage = 200

async function allOf(pageFrom: (offset: number) => Promise<Shown[]>): Promise<Shown[]> {
  const found: Shown[] = []
  for (;;) {
    const page = await pageFrom(found.length)
    found.push(...page)
    if (page.length < perPage) return found
  }
}

/** Works on the store directly; it closes the store when it is done. */
export function queueOn(store: Store): ReviewQueue {
  return {
    list: (status) => allOf(async (offset) => (await listRequests(store, { status, limit: perPage, offset })).verifications.map(shown)),
    async approve(id) {
      return shown(await review(store, new Date(), { verification_id: id, verdict: 'approved', reason: null }))
    },
    async reject(id, reason) {
      return shown(await review(store, new Date(), { verification_id: id, verdict: 'rejected', reason }))
    },
    close: () => store.close(),
  }
}

function queueAt(url: string, io: Io): ReviewQueue {
  const secret = operatorSecret(io.env)
  const timeoutMs = 30_000
  const requests = '/api/admin/verifications'
  const decide = async (id: string, verdict: string, body: object) => {
    const path = `${requests}/${encodeURIComponent(id)}/${verdict}`
    return (await callOperator<{ verification: Reviewed }>(url, secret, { method: 'POST', path, body, timeoutMs })).verification
  }
  return {
    list: (status) =>
      allOf(async (offset) => {
        const path = `${requests}?limit=${perPage}&offset=${offset}&status=${encodeURIComponent(status)}`
        return (await callOperator<{ verifications: Shown[] }>(url, secret, { method: 'GET', path, timeoutMs })).verifications
      }),
    approve: (id) => decide(id, 'approve', {}),
    reject: (id, reason) => decide(id, 'reject', { reason }),
    close: async () => {},
  }
}
