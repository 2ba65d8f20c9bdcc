import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { createRecent } from '../recent.ts'
import { classifierMessages, classifierSchema, readClassifierReply } from '../routing/llm-classifier.ts'
import type { Classifier } from '../routing/ports.ts'
import type { LlmReading } from '../routing/told-steps.ts'
import { createBreaker } from './breaker.ts'
import { askEndpoint, type Endpoint, EndpointError } from './endpoint.ts'

export type LlmOptions = Endpoint & {
  model: string
  nowMs: () => number
  onSuccess?: () => void
  onFailure?: (error: unknown) => void
}

const mostRemembered = 10_000

const chatReply = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string().max(16_000) }) })).min(1) })

/** The classifier behind an OpenAI-compatible endpoint. It never throws: null means that the built-in answer is used. */
export function openLlmClassifier({ model, nowMs, onSuccess = () => {}, onFailure = () => {}, ...endpoint }: LlmOptions): Classifier {
  const breaker = createBreaker(nowMs)
  const remembered = createRecent<LlmReading>(mostRemembered)
  const asking = new Map<string, Promise<LlmReading | null>>()

  async function ask(task: string): Promise<LlmReading | null> {
    if (!breaker.mayTry()) return null
    try {
      const reply = await askEndpoint(endpoint, '/chat/completions', {
        model,
        temperature: 0,
        max_tokens: 500,
        messages: classifierMessages(task, randomBytes(8).toString('hex')),
        response_format: { type: 'json_schema', json_schema: { name: 'classification', strict: true, schema: classifierSchema } },
      })
      const reading = readClassifierReply(chatReply.parse(reply).choices[0]!.message.content)
      if (!reading) throw new EndpointError('the classifier answered in another form')
      breaker.succeeded()
      onSuccess()
      return reading
    } catch (error) {
      breaker.failed()
      onFailure(error)
      return null
    }
  }

  return {
    async classify(task, fingerprint) {
      const known = remembered.get(fingerprint)
      if (known) return known
      const running = asking.get(fingerprint) ?? ask(task).finally(() => asking.delete(fingerprint))
      asking.set(fingerprint, running)
      const reading = await running
      if (reading) remembered.set(fingerprint, reading)
      return reading
    },
  }
}
