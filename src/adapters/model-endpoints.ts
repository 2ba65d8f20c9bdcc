import type { Logger } from 'pino'
import type { Metrics } from '../calls/metrics.ts'
import type { Config } from '../config.ts'
import type { Classifier, Embedder } from '../routing/ports.ts'
import { openEmbedder } from './embeddings.ts'
import { EndpointError } from './endpoint.ts'
import { openLlmClassifier } from './llm.ts'

export type ModelEndpoints = { classifier: Classifier | undefined; embedder: Embedder | undefined }
type EndpointParts = { config: Config; log: Logger; metrics: Pick<Metrics, 'classifications'>; nowMs: () => number }

/** The language model and the embedder that the operator configured; each is absent without its URL and model. */
export function openModelEndpoints({ config, log, metrics, nowMs }: EndpointParts): ModelEndpoints {
  const { CLASSIFIER_URL, CLASSIFIER_MODEL, CLASSIFIER_KEY, CLASSIFIER_BUDGET_MS, EMBEDDINGS_URL, EMBEDDINGS_MODEL, EMBEDDINGS_KEY } =
    config
  // The endpoint's own words are never logged: they may repeat the task.
  const warn = (endpoint: string) => (error: unknown) =>
    log.warn({ endpoint, reason: reasonOf(error) }, 'a model endpoint did not answer; doing without it')
  for (const name of ['CLASSIFIER', 'EMBEDDINGS'] as const) {
    const [url, model] = [`${name}_URL`, `${name}_MODEL`] as const
    if ((config[url] === undefined) !== (config[model] === undefined))
      log.warn(`${config[url] ? model : url} is not set, so ${config[url] ? url : model} is not used`)
  }
  return {
    classifier:
      CLASSIFIER_URL && CLASSIFIER_MODEL
        ? openLlmClassifier({
            url: CLASSIFIER_URL,
            model: CLASSIFIER_MODEL,
            key: CLASSIFIER_KEY,
            budgetMs: CLASSIFIER_BUDGET_MS,
            nowMs,
            onSuccess: () => metrics.classifications.inc({ result: 'answered' }),
            onFailure: (error) => {
              metrics.classifications.inc({ result: 'unanswered' })
              warn('classifier')(error)
            },
          })
        : undefined,
    embedder:
      EMBEDDINGS_URL && EMBEDDINGS_MODEL
        ? openEmbedder({
            url: EMBEDDINGS_URL,
            model: EMBEDDINGS_MODEL,
            key: EMBEDDINGS_KEY,
            // A route asks both at once, so one setting says how long it may wait.
            budgetMs: CLASSIFIER_BUDGET_MS,
            nowMs,
            onFailure: warn('embeddings'),
          })
        : undefined,
  }
}

/** What a wrong key, a wrong address and a slow model are told apart by. */
function reasonOf(error: unknown): string {
  if (error instanceof EndpointError) return error.message
  const { name = 'unknown', cause } = (error ?? {}) as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name
}
