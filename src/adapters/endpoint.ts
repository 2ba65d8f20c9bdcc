export type Endpoint = { url: string; key: string | undefined; budgetMs: number }

const largestReply = 4 * 1024 * 1024

/** In our own words, which repeat nothing of what was asked or answered. */
export class EndpointError extends Error {}

/** One JSON question to an OpenAI-compatible endpoint, within the time budget, redirects refused and the reply bounded. */
export async function askEndpoint({ url, key, budgetMs }: Endpoint, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(budgetMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new EndpointError(`the endpoint answered ${response.status}`)
  }
  const text = await boundedText(response, largestReply)
  if (text === undefined) throw new EndpointError('the endpoint answered with too much')
  return JSON.parse(text)
}

/** Undefined for an answer that is larger, which is not read to its end. */
export async function boundedText(response: Response, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
