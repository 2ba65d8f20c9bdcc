import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import { createRecent } from '../recent.ts'
import { classifierMessages, classifierSchema, readClassifierReply } from '../routing/llm-classifier.ts'
import type { Classifier } from '../routing/ports.ts'
import type { LlmReading } from '../routing/told-steps.ts'
import { createBreaker } from './breaker.ts'
import { askEndpoint, type Endpoint, EndpointError } from './endpoint.ts'

type ClassifierResult = 'answered' | 'late' | 'unanswered'
type LlmOptions = Endpoint & {
  model: string
  nowMs: () => number
  onResult?: (result: ClassifierResult) => void
  onFailure?: (error: unknown) => void
}

const mostRemembered = 10_000
// An answer that is too late for its route is used when the task is asked again.
// These limit how long we wait, and for how many tasks at once.
const longestMs = 10_000
const mostUnderWay = 64

const chatReply = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string().max(16_000) }) })).min(1) })

type Call = { reading: Promise<LlmReading | null>; isLate: boolean }

/** The classifier behind an OpenAI-compatible endpoint. It never throws: null means that the built-in answer is used. */
export function openLlmClassifier({ model, nowMs, onResult = () => {}, onFailure = () => {}, ...endpoint }: LlmOptions): Classifier {
  const breaker = createBreaker(nowMs)
  const remembered = createRecent<LlmReading>(mostRemembered)
  const underWay = new Map<string, Call>()
  const patient = { ...endpoint, budgetMs: Math.max(endpoint.budgetMs, longestMs) }

  async function ask(task: string): Promise<LlmReading | null> {
    try {
      const reply = await askEndpoint(patient, '/chat/completions', {
        model,
        temperature: 0,
        max_tokens: 500,
        messages: classifierMessages(task, randomBytes(8).toString('hex')),
        response_format: { type: 'json_schema', json_schema: { name: 'classification', strict: true, schema: classifierSchema } },
      })
      const reading = readClassifierReply(chatReply.parse(reply).choices[0]!.message.content)
      if (!reading) throw new EndpointError('the classifier answered in another form')
      breaker.succeeded()
      return reading
    } catch (error) {
      breaker.failed()
      onFailure(error)
      return null
    }
  }

  function begin(task: string, fingerprint: string): Call | null {
    if (underWay.size >= mostUnderWay || !breaker.mayTry()) return null
    const call: Call = { isLate: false, reading: ask(task) }
    underWay.set(fingerprint, call)
    call.reading.then((reading) => {
      underWay.delete(fingerprint)
      if (reading) remembered.set(fingerprint, reading)
      onResult(reading ? (call.isLate ? 'late' : 'answered') : 'unanswered')
    })
    return call
  }

  return {
    async classify(task, fingerprint) {
      const known = remembered.get(fingerprint)
      if (known) return known
      const call = underWay.get(fingerprint) ?? begin(task, fingerprint)
      if (!call) return null
      const inTime = await Promise.race([call.reading, lateAfter(endpoint.budgetMs)])
      if (inTime !== 'late') return inTime
      if (!call.isLate) breaker.failed()
      call.isLate = true
      return null
    },
  }
}

const lateAfter = (budgetMs: number) => setTimeout(budgetMs, 'late' as const, { ref: false })
