import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceProcess } from '../support/service-process.ts'

type Served = Pick<ServiceProcess, 'url'> | undefined
export type Reply = { status: number; headers: Headers; body: any }

async function send(service: Served, path: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(`${service?.url}${path}`, { signal: AbortSignal.timeout(30_000), ...init })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

export function post(service: Served, path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
  return send(service, path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
}

export const get = (service: Served, path: string, headers: Record<string, string> = {}) => send(service, path, { headers })

/** Looks again and again, for twenty seconds unless told; gives what it saw last. */
export async function until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean, seconds = 20): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const seen = await look()
    if (isThere(seen) || attempt === seconds * 5) return seen
    await sleep(200)
  }
}
