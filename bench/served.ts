import { createServer } from 'node:http'
import * as z from 'zod'
import { createApp } from '../src/app.ts'
import { operation } from '../src/calls/operation.ts'
import { readConfig } from '../src/config.ts'
import { agentId, costUsd, latencyMs, quality, slug } from '../src/input/fields.ts'
import { openStore } from '../src/serve.ts'

const thanks = { accepted: true, credits_earned: 10, message: 'Thank you.' }

const echo = operation({
  name: 'echo',
  group: 'bench',
  http: 'POST /echo',
  summary: 'Validate a report and answer',
  effect: 'read',
  input: z.object({
    skill_slug: slug,
    outcome: z.enum(['success', 'partial_success', 'failure', 'error']),
    latency_ms: latencyMs.optional(),
    cost_usd: costUsd.optional(),
    quality_rating: quality.optional(),
    agent_identity_id: agentId.optional(),
  }),
  output: z.object({ accepted: z.boolean(), credits_earned: z.number(), message: z.string() }),
  example: { skill_slug: 'a', outcome: 'success' },
  async run() {
    return thanks
  },
})

/** What node:http reaches when it reads the JSON body, and writes JSON of the same size as ours. */
async function bare(): Promise<string> {
  const answer: unknown = process.env.BENCH_ANSWER ? JSON.parse(process.env.BENCH_ANSWER) : thanks
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

async function waymark(table?: [typeof echo]): Promise<string> {
  const config = readConfig({
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_AGENT_PER_MINUTE: '0',
    OVERLOAD_LAG_MS: '0',
    DATA_DIR: process.env.DATA_DIR,
    DATABASE_URL: process.env.DATABASE_URL,
  })
  const app = await createApp({ config, store: await openStore(config), warm: true, ...(table ? { table } : {}) })
  return app.server.listen({ port: 0, host: '127.0.0.1' })
}

const servers: Record<string, () => Promise<string>> = { bare, table: () => waymark([echo]), waymark: () => waymark() }
const url = await servers[process.argv[2] ?? '']?.()
process.send?.({ url })
process.on('disconnect', () => process.exit(0))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ cpu_us: user + system, rss, heap_used: heapUsed, handles: process.getActiveResourcesInfo().length })
})
