/** Vercel AI SDK: Waymark chooses the model and the MCP servers for each task. */
import { createWaymark, type Recommendation, type Waymark } from '@waymark/sdk'

/** The tool servers you have set up: Waymark's slug and where it listens. */
export const servers: Record<string, string> = {
  'exa-mcp-server': 'https://mcp.exa.ai/mcp',
  'github-mcp-server': 'https://api.githubcopilot.com/mcp/',
  'stripe-mcp': 'https://mcp.stripe.com',
}

/** What to run the task with: a model of the gateway, the tool servers for its steps, and the decisions to report on. */
export async function choose(waymark: Waymark, task: string) {
  const [answer, model] = await Promise.all([waymark.route(task), waymark.routeModel(task)])
  const details = model.model_details
  return {
    model: details ? `${details.provider}/${details.provider_model_id}` : 'openai/gpt-5-mini',
    model_slug: details?.slug ?? 'gpt-5-mini',
    slugs: serversFor(answer),
    decision_id: answer.routing_metadata.decision_id,
    model_decision_id: model.routing_metadata.decision_id,
  }
}

/** A plan (multi_tool) has its steps under orchestration; any other answer names at most one server itself. */
function serversFor(answer: Recommendation): string[] {
  const found = (answer.orchestration ?? [answer]).map(({ recommended_skill, alternatives = [] }) =>
    [recommended_skill ?? '', ...alternatives].find((slug) => slug in servers),
  )
  return [...new Set(found.filter((slug) => slug !== undefined))]
}

export async function run(task: string): Promise<string> {
  const [{ generateText, stepCountIs }, { createMCPClient }] = await Promise.all([import('ai'), import('@ai-sdk/mcp')])
  const waymark = createWaymark({ baseUrl: process.env.WAYMARK_URL ?? 'http://127.0.0.1:8787', agentName: 'vercel-ai-example' })
  const { model, model_slug, slugs, decision_id, model_decision_id } = await choose(waymark, task)
  const clients: Awaited<ReturnType<typeof createMCPClient>>[] = []
  const toolsOf = async (slug: string) => {
    try {
      const client = await createMCPClient({ transport: { type: 'http', url: servers[slug] ?? '' } })
      clients.push(client)
      return await client.tools()
    } catch (error) {
      await waymark.report({ skill_slug: slug, outcome: 'error', decision_id })
      throw error
    }
  }
  const started = performance.now()
  try {
    const tools = Object.assign({}, ...(await Promise.all(slugs.map(toolsOf))))
    // What fails from here on may be the model, a tool or the network, so it is reported of neither.
    const { text } = await generateText({ model, prompt: task, tools, stopWhen: stepCountIs(10) })
    const latency_ms = performance.now() - started
    for (const skill_slug of slugs) await waymark.report({ skill_slug, outcome: 'success', decision_id })
    await waymark.reportModel({ model_slug, outcome_status: 'success', latency_ms, decision_id: model_decision_id })
    return text
  } finally {
    await Promise.all(clients.map((client) => client.close()))
  }
}

if (import.meta.main) console.log(await run(process.argv.slice(2).join(' ')))
