import { createServer } from 'node:http'
import autocannon from 'autocannon'
import * as z from 'zod'
import { migrate } from '../src/adapters/migrate.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { agentId, costUsd, latencyMs, quality, slug } from '../src/fields.ts'
import { operation } from '../src/operation.ts'
import { withTemporaryFolder } from './temporary-folder.ts'

const rounds = 6
const seconds = 3
const body = JSON.stringify({
  skill_slug: 'exa-mcp-server',
  outcome: 'success',
  latency_ms: 812,
  cost_usd: 0.005,
  quality_rating: 8.5,
  agent_identity_id: 'a',
})
const answer = { accepted: true, credits_earned: 10, message: 'Thank you.' }

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
    return answer
  },
})

function bareServer() {
  return createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
}

async function load(url: string): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    connections: 50,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed at ${url}`)
  return result.requests.average
}

/** Requests per second of a table operation (validated POST, no store) beside bare node:http doing the same JSON work. */
export async function benchHttp(): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const store = await openSqlite(folder)
    await migrate(store)
    const app = await createApp({
      config: readConfig({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_AGENT_PER_MINUTE: '0' }),
      store,
      table: [echo],
    })
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const bare = bareServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => bare.once('listening', resolve))
    const bareAddress = `http://127.0.0.1:${(bare.address() as { port: number }).port}/`
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const base = await load(bareAddress)
      const ours = await load(`${address}/echo`)
      if (round > 0) ratios.push(ours / base)
      console.log(`round ${round}: bare ${base.toFixed(0)} req/s, table ${ours.toFixed(0)} req/s, ratio ${(ours / base).toFixed(2)}`)
    }
    ratios.sort((a, b) => a - b)
    console.log(`median ratio ${ratios[Math.floor(ratios.length / 2)]?.toFixed(2)} (bar 0.60)`)
    bare.close()
    await app.close()
  })
}
