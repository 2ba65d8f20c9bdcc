import { besideBare } from './beside-bare.ts'
import { startServer } from './server-process.ts'

const body = JSON.stringify({
  skill_slug: 'exa-mcp-server',
  outcome: 'success',
  latency_ms: 812,
  cost_usd: 0.005,
  quality_rating: 8.5,
  agent_identity_id: 'a',
})

/** Requests per second of a table operation (validated POST, no store) compared with bare node:http doing the same JSON work. */
export async function benchHttp(): Promise<void> {
  const [bare, table] = await Promise.all([startServer('bare'), startServer('table')])
  const bodies = [body]
  await besideBare({ name: 'bare', server: bare, path: '/', bodies }, { name: 'table', server: table, path: '/echo', bodies }, { bar: 0.6 })
  await Promise.all([bare.stop(), table.stop()])
}
