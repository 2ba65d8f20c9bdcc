import type { Logger } from 'pino'
import type { Metrics } from '../calls/metrics.ts'
import { type Config, modelEndpoint } from '../config.ts'
import type { Classifier, Embedder } from '../routing/ports.ts'
import { openEmbedder } from './embeddings.ts'
import { EndpointError } from './endpoint.ts'
import { openLlmClassifier } from './llm.ts'

type ModelEndpoints = { classifier: Classifier | undefined; embedder: Embedder | undefined }
type EndpointParts = { config: Config; log: Logger; metrics: Pick<Metrics, 'classifications'>; nowMs: () => number }

/** The language model and the embedder that the operator configured; each is absent without its URL and model. */
export function openModelEndpoints({ config, log, metrics, nowMs }: EndpointParts): ModelEndpoints {
  warnOfHalf(config, log)
  const [classifier, embedder] = [modelEndpoint(config, 'CLASSIFIER'), modelEndpoint(config, 'EMBEDDINGS')]
  // A route asks both at once, so one setting says how long it may wait.
  const shared = { budgetMs: config.CLASSIFIER_BUDGET_MS, nowMs }
  // The endpoint's own words are never logged: they may repeat the task.
  const warn = (endpoint: string, error: unknown) =>
    log.warn({ endpoint, reason: reasonOf(error) }, 'a model endpoint did not answer; doing without it')
  return {
    classifier:
      classifier &&
      openLlmClassifier({
        ...classifier,
        ...shared,
        onResult: (result) => metrics.classifications.inc({ result }),
        onFailure: (error) => warn('classifier', error),
      }),
    embedder: embedder && openEmbedder({ ...embedder, ...shared, onFailure: (error) => warn('embeddings', error) }),
  }
}

function warnOfHalf(config: Config, log: Logger): void {
  for (const name of ['CLASSIFIER', 'EMBEDDINGS'] as const) {
    const [url, model] = [`${name}_URL`, `${name}_MODEL`] as const
    if ((config[url] === undefined) !== (config[model] === undefined))
      log.warn(`${config[url] ? model : url} is not set, so ${config[url] ? url : model} is not used`)
  }
}

/** Tells a wrong key, a wrong address and a slow model apart. */
function reasonOf(error: unknown): string {
  if (error instanceof EndpointError) return error.message
  const { name = 'unknown', cause } = (error ?? {}) as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name
}
