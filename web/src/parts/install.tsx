import type { Output } from '../../../sdk/src/transport.ts'
import { Copyable } from './copy.tsx'
import { Tabs } from './tabs.tsx'

type Skill = Output<'get_skill'>

/** How each client is told about a server, from the packages the catalog knows. */
export function Install({ skill }: { skill: Skill }) {
  const command = launchOf(skill)
  if (!command) {
    return (
      <p>
        The catalog has no package for it.{' '}
        {skill.repo_url ? (
          <>
            See <a href={skill.repo_url}>its repository</a>.
          </>
        ) : (
          'Its publisher says how to install it.'
        )}
      </p>
    )
  }
  const server = { command: command[0], args: command.slice(1) }
  const snippets: [string, string][] = [
    ['Claude Code', `claude mcp add ${skill.slug} -- ${command.join(' ')}`],
    ['Claude Desktop', JSON.stringify({ mcpServers: { [skill.slug]: server } }, null, 2)],
    ['Cursor', JSON.stringify({ mcpServers: { [skill.slug]: server } }, null, 2)],
    ['VS Code', JSON.stringify({ servers: { [skill.slug]: { type: 'stdio', ...server } } }, null, 2)],
    ['Codex', `[mcp_servers.${skill.slug}]\ncommand = "${server.command}"\nargs = ${JSON.stringify(server.args)}`],
  ]
  return (
    <Tabs
      label="Clients"
      tabs={snippets.map(([label, text]) => ({ label, content: <Copyable text={text} label={`${label} snippet`} /> }))}
    />
  )
}

function launchOf({ packages, repo_url, publisher }: Skill): string[] | undefined {
  const owned = packages.filter(({ registry, name }) => !runsAtOnce.has(registry) || isOf(name, repo_url, publisher))
  const of = (registry: string) => owned.find((candidate) => candidate.registry === registry)?.name
  const npm = of('npm')
  if (npm) return ['npx', '-y', npm]
  const pypi = of('pypi')
  if (pypi) return ['uvx', pypi]
  const image = of('docker') ?? of('oci')
  return image ? ['docker', 'run', '-i', '--rm', image] : undefined
}

const runsAtOnce = new Set(['npm', 'pypi'])

/** Lists mix up names now and then, and a wrong one would run a stranger's program: only a name that shows whose it is is offered. */
function isOf(name: string, repoUrl: string | null | undefined, publisher: string | null | undefined): boolean {
  const [last = '', scope = ''] = name.toLowerCase().split('/').reverse()
  const repo = repoUrl?.toLowerCase().split('/').at(-1)
  return last.includes('mcp') || last === repo || (scope !== '' && scope.slice(1) === publisher?.toLowerCase())
}
