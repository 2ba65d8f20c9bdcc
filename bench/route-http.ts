import { besideBare, loadAt } from './beside-bare.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const tasks = [
  'Refund the last payment of customer ACME in Stripe',
  'Summarise this contract into five bullet points',
  'Find recent papers about protein folding and put them into a Notion page',
  'Open an issue in our GitHub repository about the failing login test',
  'Translate the release notes into Portuguese',
  'Post the weekly sales figures from PostgreSQL to the Slack channel',
]

/** /api/route over HTTP with 50 connections, compared with bare node:http with the same bodies and an answer of the same size. */
export async function benchRouteHttp(): Promise<void> {
  const waymark = await startServer('waymark')
  const bodies = tasks.map((task) => JSON.stringify({ task }))
  const answer = await fetch(`${waymark.url}/api/route`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bodies[0] ?? '',
  })
  const bare = await startServer('bare', { BENCH_ANSWER: await answer.text() })
  const ours = { name: 'route', server: waymark, path: '/api/route', bodies }
  const peak = await besideBare({ name: 'bare', server: bare, path: '/', bodies }, ours, { bar: 0.35 })
  const easy = await loadAt(Math.round((peak?.rate ?? 0) * 0.7), ours, 50)
  console.log(`at 70% of its peak, evenly spread: ${easy.rate.toFixed(0)} req/s, p50 ${easy.p50} ms, p99 ${easy.p99} ms (bar 25 ms)`)
  await askNewQuestions(waymark)
  await Promise.all([bare.stop(), waymark.stop()])
}

const clients = 20
const newQuestions = 2000

/** Every question differs, so that nothing kept from an earlier one helps. */
async function askNewQuestions(server: ServerProcess): Promise<void> {
  const before = await server.usage()
  let sent = 0
  const ask = async () => {
    while (sent < newQuestions) {
      const body = JSON.stringify({ task: `${tasks[sent % tasks.length]}, order ${++sent}` })
      const answer = await fetch(`${server.url}/api/route`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      await answer.text()
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
  const { cpu_us } = await server.usage()
  console.log(`questions never asked before: ${((cpu_us - before.cpu_us) / sent).toFixed(0)} µs of processor each`)
}
