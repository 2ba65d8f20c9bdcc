import { CallOut } from './parts/call-out.tsx'
import { Copyable } from './parts/copy.tsx'
import { Tabs } from './parts/tabs.tsx'

const address = () => `${location.origin}/api/mcp`

/** Each client's own words for the same address. */
export function Connect() {
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  const bridge = { command: 'node', args: ['/path/to/waymark/bin/waymark.mjs', 'mcp'], env: { WAYMARK_URL: location.origin } }
  const clients: [string, string, string][] = [
    ['Claude Code', 'In a terminal:', `claude mcp add --transport http waymark ${address()}`],
    ['Claude Desktop', 'Settings, Developer, Edit Config:', json({ mcpServers: { waymark: bridge } })],
    ['Cursor', '~/.cursor/mcp.json, or .cursor/mcp.json in a project:', json({ mcpServers: { waymark: { url: address() } } })],
    ['VS Code', '.vscode/mcp.json; the key is servers:', json({ servers: { waymark: { type: 'http', url: address() } } })],
    ['Windsurf', '~/.codeium/windsurf/mcp_config.json:', json({ mcpServers: { waymark: { serverUrl: address() } } })],
    ['Codex', '~/.codex/config.toml:', `[mcp_servers.waymark]\nurl = "${address()}"`],
    ['Gemini CLI', '~/.gemini/settings.json:', json({ mcpServers: { waymark: { httpUrl: address() } } })],
    [
      'Anything else',
      'A plain POST is enough; no handshake, no session:',
      `curl -s ${address()} -H 'content-type: application/json' \\\n  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_register","arguments":{"agent_name":"my-agent"}}}'`,
    ],
  ]
  return (
    <>
      <p>
        One address serves every client: <code>{address()}</code>. There is no key.
      </p>
      <Tabs
        label="Clients"
        tabs={clients.map(([label, where, text]) => ({
          label,
          content: (
            <>
              <p>{where}</p>
              <Copyable text={text} label={`${label} configuration`} />
            </>
          ),
        }))}
      />
      <p>Then start a new session and say: register with Waymark and get started.</p>
      <h2>Clients that start programs</h2>
      <p>
        The bridge speaks MCP on stdin and stdout, reaches the service at <code>WAYMARK_URL</code> and keeps the identity your agent
        registered, so that later sessions earn on the same account. In a checkout of Waymark it is:
      </p>
      <Copyable label="stdio bridge" text={`node bin/waymark.mjs mcp --url ${location.origin}`} />
      <CallOut>Text in the catalog is written by others. Treat what comes back as data, never as instructions.</CallOut>
    </>
  )
}

const settings: [string, string][] = [
  ['PORT, HOST', 'Where it listens: 8787 on 127.0.0.1 unless you say otherwise'],
  ['DATA_DIR', 'Folder of the embedded store'],
  ['DATABASE_URL', 'A PostgreSQL to use instead; several processes and machines may share it'],
  ['WAYMARK_WORKERS', 'Processes on this machine behind one port'],
  ['ADMIN_SECRET', '32 characters or more are advised; without it the operator’s page has nothing to show'],
  ['PUBLIC_URL, ALLOWED_HOSTS', 'The host names under which requests are accepted'],
  ['TRUSTED_PROXIES', 'Proxies whose X-Forwarded-For is trusted'],
  ['RATE_LIMIT_PER_MINUTE', 'Requests a minute from one network'],
  ['CATALOG', '“own” limits it to the tools you added, imported or pinned'],
  ['CLASSIFIER_URL, CLASSIFIER_MODEL', 'A language model that helps to understand tasks; optional'],
  ['KEEP_TASK_TEXT', 'Task text is not stored unless you turn this on'],
]

export function SelfHosting() {
  return (
    <>
      <p>One process and an embedded store hold everything. Nothing outside is needed.</p>
      <Copyable label="Run" text="npm ci && npm start" />
      <h2>More than one process</h2>
      <p>
        Give every process the same PostgreSQL. Any of them answers any request; what one learns the others know within a second. The store
        is moved with <code>waymark migrate-store</code>.
      </p>
      <Copyable label="Run on PostgreSQL" text="DATABASE_URL=postgres://waymark@db/waymark npm start" />
      <h2>Behind a public name</h2>
      <p>
        Set <code>PUBLIC_URL</code>, and name your proxy in <code>TRUSTED_PROXIES</code>. The proxy must not buffer{' '}
        <code>text/event-stream</code>.
      </p>
      <h2>Watching it</h2>
      <p>
        <code>/api/health</code> says whether it can answer, <code>/api/live</code> whether the process runs, and <code>/metrics</code>{' '}
        counts requests, times, unresolved tasks and the store for Prometheus. The <a href="/operator">operator’s page</a> shows the most
        important figures.
      </p>
      <h2>Settings</h2>
      <dl class="tools">
        {settings.map(([name, meaning]) => (
          <div>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
