import * as z from 'zod'
import { operation } from '../calls/operation.ts'

const health = operation({
  name: 'health',
  group: 'service',
  http: 'GET /api/health',
  summary: 'Whether the service is ready: answers 200 when the store is reachable',
  effect: 'read',
  input: z.object({}),
  output: z.object({ status: z.literal('ok'), store: z.enum(['sqlite', 'postgres']), time: z.iso.datetime() }),
  example: {},
  async run({ store, now }) {
    await store.query('SELECT 1 AS ready')
    return { status: 'ok' as const, store: store.kind, time: now().toISOString() }
  },
})

const live = operation({
  name: 'live',
  group: 'service',
  http: 'GET /api/live',
  summary: 'Whether the process runs, regardless of the store',
  effect: 'read',
  input: z.object({}),
  output: z.object({ status: z.literal('ok') }),
  example: {},
  async run() {
    return { status: 'ok' as const }
  },
})

export const serviceOperations = [health, live]
