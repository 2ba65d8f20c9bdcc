export type OperatorCall = { method: 'GET' | 'POST'; path: string; body?: object; timeoutMs: number }

/** One call of the operator's API of a running service; a refusal throws the service's own sentence. */
export async function callOperator<T>(url: string, secret: string, { method, path, body, timeoutMs }: OperatorCall): Promise<T> {
  const address = new URL(path, url)
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const answer = (await response.json()) as T & { error?: string }
  if (!response.ok) throw new Error(`${address.origin} refused: ${answer.error ?? response.status}`)
  return answer
}
