import { Snippets } from './snippets.tsx'

/** The same question as an agent would ask it. */
export function CallSnippets({ task }: { task: string }) {
  const base = location.origin
  const quoted = JSON.stringify(task)
  const shellSafe = JSON.stringify({ task }).replaceAll("'", "'\\''")
  const snippets: [string, string][] = [
    ['curl', `curl -s ${base}/api/route \\\n  -H 'content-type: application/json' \\\n  -d '${shellSafe}'`],
    [
      'TypeScript',
      `import { createWaymark } from '@waymark/sdk'\n\nconst waymark = createWaymark({ baseUrl: '${base}', agentName: 'my-agent' })\nconst answer = await waymark.route(${quoted})`,
    ],
    ['Python', `from waymark import Waymark\n\nwaymark = Waymark("${base}", agent_name="my-agent")\nanswer = waymark.route(${quoted})`],
    [
      'MCP',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'service_route', arguments: { task } } }, null, 2),
    ],
  ]
  return (
    <section class="card wide">
      <h3>The same call</h3>
      <Snippets label="Languages" snippets={snippets} quoted={quoted.slice(1, -1)} />
      <p class="quiet">
        <a href="/guide/connect">Connect your agent over MCP</a>, and it asks by itself.
      </p>
    </section>
  )
}
