/** Vercel AI SDK: Waymark chooses the model and the MCP server for each task. */
import { createWaymark, type Waymark } from '@waymark/sdk'

/** The tool servers you have set up: Waymark's slug and where it listens. */
export const servers: Record<string, string> = {
  'exa-mcp-server': 'https://mcp.exa.ai/mcp',
  'github-mcp-server': 'https://api.githubcopilot.com/mcp/',
  'stripe-mcp': 'https://mcp.stripe.com',
}

/** What to run the task with: a model of the gateway, perhaps a tool server, and the decision to report on. */
export async function choose(waymark: Waymark, task: string) {
  const [answer, model] = await Promise.all([waymark.route(task), waymark.routeModel(task)])
  const wanted = answer.available ? [answer.recommended_skill, ...(answer.alternatives ?? [])] : []
  const details = model.available ? model.model_details : null
  return {
    model: details ? `${details.provider}/${details.provider_model_id}` : 'openai/gpt-5-mini',
    server: wanted.find((slug): slug is string => typeof slug === 'string' && slug in servers),
    decision_id: answer.routing_metadata.decision_id,
  }
}

export async function run(task: string): Promise<string> {
  const [{ generateText, stepCountIs }, { createMCPClient }] = await Promise.all([import('ai'), import('@ai-sdk/mcp')])
  const waymark = createWaymark({ baseUrl: process.env.WAYMARK_URL ?? 'http://127.0.0.1:8787', agentName: 'vercel-ai-example' })
  const { model, server, decision_id } = await choose(waymark, task)
  const client = server ? createMCPClient({ transport: { type: 'http', url: servers[server] ?? '' } }) : undefined
  const started = performance.now()
  let outcome: 'success' | 'error' | undefined = 'error'
  try {
    const tools = await (await client)?.tools()
    // The server answers, so what fails from here on may be the model, and says nothing about the tool.
    outcome = undefined
    const { text } = await generateText({ model, prompt: task, ...(tools ? { tools, stopWhen: stepCountIs(10) } : {}) })
    outcome = 'success'
    return text
  } finally {
    const latency_ms = performance.now() - started
    if (server && outcome) await waymark.report({ skill_slug: server, outcome, latency_ms, decision_id })
    await (await client)?.close()
  }
}

if (import.meta.main) console.log(await run(process.argv.slice(2).join(' ')))
