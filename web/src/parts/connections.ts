import type { Output } from '../../../sdk/src/transport.ts'

type Remote = Output<'get_skill'>['remotes'][number]

/** Each client's entry for a server that its publisher runs. The address holds no quotes: the catalog takes none that does. */
export function connectionsOf(slug: string, { type, url }: Remote): [client: string, text: string][] {
  const transport = type === 'sse' ? 'sse' : 'http'
  const forAll: [string, string][] = [
    ['Claude Code', `claude mcp add --transport ${transport} ${slug} '${url}'`],
    ['Cursor', JSON.stringify({ mcpServers: { [slug]: { url } } }, null, 2)],
    ['VS Code', JSON.stringify({ servers: { [slug]: { type: transport, url } } }, null, 2)],
  ]
  return type === 'sse' ? forAll : [...forAll, ['Codex', `[mcp_servers.${slug}]\nurl = "${url}"`]]
}
