import { askEndpoint } from '../adapters/endpoint.ts'
import type { Config } from '../config.ts'
import type { Finding } from './doctor-machine.ts'

const patienceMs = 10_000

type Endpoint = { check: string; url: string | undefined; model: string | undefined; key: string | undefined; path: string; body: object }

/** Sends each configured model endpoint one tiny question and measures it against the time the router gives it. */
export async function checkEndpoints(config: Config): Promise<Finding[]> {
  const endpoints: Endpoint[] = [
    {
      check: 'classifier',
      url: config.CLASSIFIER_URL,
      model: config.CLASSIFIER_MODEL,
      key: config.CLASSIFIER_KEY,
      path: '/chat/completions',
      body: { max_tokens: 1, messages: [{ role: 'user', content: 'Say ok.' }] },
    },
    {
      check: 'embeddings',
      url: config.EMBEDDINGS_URL,
      model: config.EMBEDDINGS_MODEL,
      key: config.EMBEDDINGS_KEY,
      path: '/embeddings',
      body: { input: ['ok'] },
    },
  ]
  return Promise.all(endpoints.map((endpoint) => checkEndpoint(endpoint, config.CLASSIFIER_BUDGET_MS)))
}

async function checkEndpoint({ check, url, model, key, path, body }: Endpoint, budgetMs: number): Promise<Finding> {
  if (!url && !model) return { check, state: 'note', says: 'Not set: the built-in one works alone.' }
  if (!url || !model) {
    const missing = `${check.toUpperCase()}_${url ? 'MODEL' : 'URL'}`
    return { check, state: 'warning', says: `Not used: ${missing} is missing, and both are needed.`, fix: `Set ${missing}.` }
  }
  const started = performance.now()
  try {
    await askEndpoint({ url, key, budgetMs: patienceMs }, path, { model, ...body })
  } catch (error) {
    const { name, message } = error as Error
    const says = name === 'TimeoutError' ? `${url} did not answer within ${patienceMs / 1000} seconds.` : `${url}: ${message}`
    return {
      check,
      state: 'warning',
      says,
      fix: `Look at ${check.toUpperCase()}_URL, _MODEL and _KEY; until it answers, the router works without it.`,
    }
  }
  const took = Math.round(performance.now() - started)
  const says = `${url} answers in ${took} ms; the router waits ${budgetMs} ms.`
  if (took <= budgetMs) return { check, state: 'ok', says }
  return { check, state: 'warning', says, fix: 'Use a faster model, or raise CLASSIFIER_BUDGET_MS.' }
}

export async function checkService(url: string): Promise<Finding> {
  const check = 'service'
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(patienceMs) })
    if (response.ok) return { check, state: 'ok', says: `${url} is ready.` }
    return { check, state: 'warning', says: `${url} answers ${response.status}.`, fix: 'Read its log.' }
  } catch {
    return { check, state: 'note', says: `Nothing runs at ${url}.` }
  }
}
