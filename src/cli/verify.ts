import { readConfig } from '../config.ts'
import { openStore } from '../serve.ts'
import type { Store } from '../store.ts'
import { review } from '../verification/record.ts'
import { shown } from '../verification/rules.ts'
import { approveInput, listInput, rejectInput } from '../verification/schema.ts'
import { type Listed, listRequests } from '../verification/store.ts'
import type { Arguments, Command, Io } from './command.ts'

type Shown = Omit<Listed, 'agent_identity_id'>
type Desk = {
  list: (status: string) => Promise<Shown[]>
  approve: (id: string) => Promise<Omit<Shown, 'agents_with_handle'>>
  reject: (id: string, reason: string) => Promise<Omit<Shown, 'agents_with_handle'>>
  close: () => Promise<void>
}

/** The operator's desk for verification requests: on the store itself, or on a running service with --to. */
export const command: Command = {
  name: 'verify',
  summary: 'List, approve and reject verification requests of agents',
  usage: 'waymark verify list [--status submitted] | approve <id> | reject <id> --reason <text>  [--to <url>] [--json]',
  examples: [
    'waymark verify list',
    'waymark verify approve 3f2b8c1e-…',
    'waymark verify reject 3f2b8c1e-… --reason "The post does not hold the code."',
    'ADMIN_SECRET=... waymark verify list --to http://127.0.0.1:8787',
  ],
  actions: ['list', 'approve', 'reject'],
  options: { status: { type: 'string' }, reason: { type: 'string' }, to: { type: 'string' }, json: { type: 'boolean' } },
  async run(args, io) {
    const [action, id] = args.positionals
    const needsId = action === 'approve' || action === 'reject'
    if (!(action === 'list' || (needsId && id)) || (action === 'reject' && !args.options.reason)) {
      io.err(`Usage: ${command.usage}`)
      return 2
    }
    const desk = await openDesk(args, io)
    try {
      io.out(await act(desk, args))
      return 0
    } finally {
      await desk.close()
    }
  },
}

async function act(desk: Desk, { positionals: [action, id = ''], options }: Arguments): Promise<string> {
  if (action === 'list') {
    const found = await desk.list(String(options.status ?? 'submitted'))
    if (options.json) return JSON.stringify(found)
    return found.length === 0 ? 'There are no such requests.' : found.map(line).join('\n')
  }
  const reviewed = action === 'approve' ? await desk.approve(id) : await desk.reject(id, String(options.reason))
  return options.json ? JSON.stringify(reviewed) : `${reviewed.agent_name} is ${reviewed.status}.`
}

function line({ verification_id, agent_name, x_handle, status, code, post_url, post_check, agents_with_handle }: Shown): string {
  const shared = agents_with_handle > 1 ? ` (claimed by ${agents_with_handle} agents)` : ''
  const post = post_url ? ` post ${post_url}${post_check ? ` ${post_check}` : ''}` : ''
  return `${verification_id}  ${status}  ${agent_name}  @${x_handle ?? '-'}${shared}  ${code}${post}`
}

async function openDesk({ options }: Arguments, io: Io): Promise<Desk> {
  if (options.to) return deskAt(String(options.to), io)
  const store = await openStore(readConfig(io.env)).catch((error: Error) => {
    throw new Error(`${error.message}\nTo review while the service runs, add --to http://127.0.0.1:8787 and set ADMIN_SECRET.`)
  })
  return deskOn(store)
}

/** Works on the store directly; it closes the store when it is done. */
export function deskOn(store: Store): Desk {
  return {
    async list(status) {
      const { verifications } = await listRequests(store, listInput.parse({ status, limit: 200 }))
      return verifications.map(({ agents_with_handle, ...request }) => ({ ...shown(request), agents_with_handle }))
    },
    async approve(id) {
      return shown(await review(store, new Date(), { verification_id: approveInput.parse({ id }).id, verdict: 'approved', reason: null }))
    },
    async reject(given, text) {
      const { id, reason } = rejectInput.parse({ id: given, reason: text })
      return shown(await review(store, new Date(), { verification_id: id, verdict: 'rejected', reason }))
    },
    close: () => store.close(),
  }
}

function deskAt(url: string, io: Io): Desk {
  const secret = io.env.ADMIN_SECRET
  if (!secret) throw new Error('Set ADMIN_SECRET to the secret of the service.')
  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await response.json()) as T & { error?: string }
    if (!response.ok) throw new Error(`The service refused: ${answer.error ?? response.status}`)
    return answer
  }
  type Reviewed = { verification: Shown }
  const requests = '/api/admin/verifications'
  const one = (id: string, verdict: string) => `${requests}/${encodeURIComponent(id)}/${verdict}`
  return {
    list: async (status) =>
      (await send<{ verifications: Shown[] }>('GET', `${requests}?limit=200&status=${encodeURIComponent(status)}`)).verifications,
    approve: async (id) => (await send<Reviewed>('POST', one(id, 'approve'), {})).verification,
    reject: async (id, reason) => (await send<Reviewed>('POST', one(id, 'reject'), { reason })).verification,
    close: async () => {},
  }
}
