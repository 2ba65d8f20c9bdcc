import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/connect.md')
const address = 'http://127.0.0.1:8787/api/mcp'

/** The first code block of a kind under a heading. */
function snippet(heading: string, kind: string): string {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? ''
}

test.each([
  ['Claude Code', { mcpServers: { waymark: { type: 'http', url: address } } }],
  ['Cursor', { mcpServers: { waymark: { url: address } } }],
  ['VS Code', { servers: { waymark: { type: 'http', url: address } } }],
  ['Windsurf', { mcpServers: { waymark: { serverUrl: address } } }],
  ['Gemini CLI', { mcpServers: { waymark: { httpUrl: address } } }],
  [
    'Claude Desktop',
    {
      mcpServers: {
        waymark: { command: 'node', args: ['/path/to/waymark/bin/waymark.mjs', 'mcp'], env: { WAYMARK_URL: 'http://127.0.0.1:8787' } },
      },
    },
  ],
])('the entry for %s has the form that client reads', (heading, form) => {
  expect(JSON.parse(snippet(heading, 'json'))).toEqual(form)
})

test('the commands and the TOML name our address', () => {
  expect(snippet('Claude Code', 'sh').trim()).toBe(`claude mcp add --transport http waymark ${address}`)
  expect(snippet('Codex', 'toml').trim()).toBe(`[mcp_servers.waymark]\nurl = "${address}"`)
})

test('the plain POST is valid JSON-RPC', () => {
  const body = /-d '([^']+)'/.exec(snippet('Anything else', 'sh'))?.[1] ?? ''
  expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'service_register' } })
})

test('server.json agrees with the package and the registry’s limits', () => {
  const server = JSON.parse(read('server.json'))
  const { name, mcpName, version } = JSON.parse(read('package.json'))
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  // By this the registry sees that whoever publishes the server also published the package.
  expect(mcpName).toBe(server.name)
  expect(server.description.length).toBeLessThanOrEqual(100)
  expect(server.version).toBe(version)
  expect(server.packages).toMatchObject([{ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }])
})
