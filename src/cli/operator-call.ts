import { readConfig } from '../config.ts'
import type { Io } from './command.ts'
import { late, unreachable } from './service.ts'

/** Checked as the service checks its own: one that no header can carry would be shown in the failure to send it. */
export function operatorSecret({ ADMIN_SECRET }: Io['env']): string {
  const secret = readConfig({ ADMIN_SECRET }).ADMIN_SECRET
  if (!secret) throw new Error('Set ADMIN_SECRET to the secret of the service.')
  return secret
}

type OperatorCall = { method: 'GET' | 'POST'; path: string; body?: object; timeoutMs: number }

/** One call of the operator's API of a running service; a refusal throws the service's own sentence and code. */
export async function callOperator<T>(url: string, secret: string, { method, path, body, timeoutMs }: OperatorCall): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new Error(unanswered(url, error))
  })
  const answer = (await response.json().catch(() => undefined)) as (T & { error?: string; code?: string }) | undefined
  if (!response.ok)
    throw Object.assign(new Error(`${url} refused: ${answer?.error ?? `it answered ${response.status}.`}`), { code: answer?.code })
  if (answer === undefined) throw new Error(`What answers at ${url} is not Waymark.`)
  return answer
}

function unanswered(url: string, { name, message, cause }: Error): string {
  if (name === 'TimeoutError') return late(url)
  // What fetch itself refuses is not a service that is away.
  return cause ? unreachable(url, '--to') : message
}
