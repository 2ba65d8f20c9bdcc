import { addressAt } from './service.ts'

export type OperatorCall = { method: 'GET' | 'POST'; path: string; body?: object; timeoutMs: number }

/** One call of the operator's API of a running service; a refusal throws the service's own sentence. */
export async function callOperator<T>(url: string, secret: string, { method, path, body, timeoutMs }: OperatorCall): Promise<T> {
  const response = await fetch(addressAt(url, path), {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new Error(unanswered(url, error))
  })
  const answer = (await response.json().catch(() => undefined)) as (T & { error?: string }) | undefined
  if (!response.ok) throw new Error(`${url} refused: ${answer?.error ?? `it answered ${response.status}.`}`)
  if (answer === undefined) throw new Error(`What answers at ${url} is not Waymark.`)
  return answer
}

function unanswered(url: string, { name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `Waymark at ${url} did not answer in time. Look at it with: waymark doctor`
  // A secret that no header can carry is not a service that is away.
  if (!cause) return message
  return `Waymark cannot be reached at ${url}. Start it with: waymark serve, or name another with --to.`
}
