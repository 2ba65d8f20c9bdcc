import { agentsChanged } from '../agents/directory.ts'
import { readConfig } from '../config.ts'
import type { Store } from '../storage/store.ts'
import { type Review, review } from '../verification/record.ts'
import { shown } from '../verification/rules.ts'
import type { Status } from '../verification/schema.ts'
import { type Listed, listRequests } from '../verification/store.ts'
import type { Arguments, Io } from './command.ts'
import { openExistingStore } from './existing-store.ts'
import { callOperator, operatorSecret } from './operator-call.ts'
import { insteadOfStore, requireUrl } from './service.ts'

export type Shown = Omit<Listed, 'agent_identity_id'>
export type Reviewed = Omit<Shown, 'agents_with_handle'>
export type ReviewQueue = {
  list: (status: Status) => Promise<Shown[]>
  review: (given: Review) => Promise<Reviewed>
  close: () => Promise<void>
}

/** The requests in the store itself, or in a running service with --to. */
export async function openReviewQueue({ options }: Arguments, io: Io): Promise<ReviewQueue> {
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
    async review(given) {
      const request = await review(store, new Date(), given)
      await store.notify(agentsChanged, request.agent_identity_id)
      return shown(request)
    },
    close: () => store.close(),
  }
}

function queueAt(url: string, io: Io): ReviewQueue {
  const secret = operatorSecret(io.env)
  const timeoutMs = 30_000
  const requests = '/api/admin/verifications'
  return {
    list: (status) =>
      allOf(async (offset) => {
        const path = `${requests}?limit=${perPage}&offset=${offset}&status=${encodeURIComponent(status)}`
        return (await callOperator<{ verifications: Shown[] }>(url, secret, { method: 'GET', path, timeoutMs })).verifications
      }),
    async review({ verification_id, verdict, reason }) {
      const [act, body] = verdict === 'approved' ? ['approve', {}] : ['reject', { reason }]
      const path = `${requests}/${encodeURIComponent(verification_id)}/${act}`
      return (await callOperator<{ verification: Reviewed }>(url, secret, { method: 'POST', path, body, timeoutMs })).verification
    },
    close: async () => {},
  }
}
