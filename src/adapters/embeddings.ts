import * as z from 'zod'
import { createRecent } from '../recent.ts'
import type { Embedder, Similarities } from '../routing/ports.ts'
import { createBreaker } from './breaker.ts'
import { askEndpoint, type Endpoint, EndpointError } from './endpoint.ts'

type EmbeddingOptions = Endpoint & { model: string; nowMs: () => number; onFailure?: (error: unknown) => void }

const mostRemembered = 20_000
const mostPerRequest = 64
const documentBudgetMs = 20_000

const embeddingReply = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()).min(8).max(8192) })) })

/**
 * Nearness by an OpenAI-compatible embeddings endpoint. Only the task's own vector is waited for; documents not seen
 * before are fetched in the background and count from the next task on. It never throws; null means to do without.
 */
export function openEmbedder({ model, nowMs, onFailure = () => {}, ...endpoint }: EmbeddingOptions): Embedder {
  const breaker = createBreaker(nowMs)
  const remembered = createRecent<Float32Array>(mostRemembered)
  const fetching = new Set<string>()

  async function fetchVectors(texts: readonly string[], budgetMs: number): Promise<void> {
    if (texts.length === 0 || !breaker.mayTry()) return
    try {
      const { data } = embeddingReply.parse(await askEndpoint({ ...endpoint, budgetMs }, '/embeddings', { model, input: texts }))
      const inOrder = data.toSorted((a, b) => a.index - b.index)
      if (inOrder.length !== texts.length || inOrder.some(({ index }, at) => index !== at))
        throw new EndpointError('the embedder answered in another form')
      breaker.succeeded()
      inOrder.forEach(({ embedding }, at) => {
        remembered.set(texts[at]!, unit(embedding))
      })
    } catch (error) {
      breaker.failed()
      onFailure(error)
    }
  }

  function fetchDocuments(texts: readonly string[]): void {
    const lacking = texts.filter((text) => !remembered.get(text) && !fetching.has(text)).slice(0, mostPerRequest)
    for (const text of lacking) fetching.add(text)
    fetchVectors(lacking, documentBudgetMs).finally(() => {
      for (const text of lacking) fetching.delete(text)
    })
  }

  return {
    async similarities(task, documents): Promise<Similarities | null> {
      if (!remembered.get(task)) await fetchVectors([task], endpoint.budgetMs)
      const query = remembered.get(task)
      if (!query) return null
      fetchDocuments([...documents.values()])
      const near = new Map<string, number>()
      for (const [slug, text] of documents) {
        const vector = remembered.get(text)
        if (vector?.length === query.length) near.set(slug, dot(query, vector))
      }
      return near.size > 0 ? near : null
    },
  }
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1
  return Float32Array.from(values, (value) => value / length)
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}
