export type Endpoint = { url: string; key: string | undefined; budgetMs: number }

const largestReply = 4 * 1024 * 1024

/** One JSON question to an OpenAI-compatible endpoint, within the time budget, redirects refused and the reply bounded. */
export async function askEndpoint({ url, key, budgetMs }: Endpoint, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(budgetMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`the endpoint answered ${response.status}`)
  }
  return JSON.parse(await boundedText(response))
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largestReply) throw new Error('the endpoint answered with too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
