import type { Output } from '../../../sdk/src/transport.ts'
import { connectionsOf } from './connections.ts'
import { type Launch, launchOf } from './launch.ts'
import { needsKey } from './skill-facts.ts'
import { Snippets } from './snippets.tsx'

type Skill = Output<'get_skill'>
type Remote = Skill['remotes'][number]

/** How each client is told about a server, from the packages and addresses the catalog knows. */
export function Install({ skill }: { skill: Skill }) {
  const launch = launchOf(skill)
  const [remote] = skill.remotes
  if (!launch && remote) return <Connect skill={skill} remote={remote} />
  if (!launch) {
    return (
      <p>
        The catalog has neither a package nor an address for it.{' '}
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
  const hasKey = needsKey(skill)
  return (
    <>
      <Snippets label="Clients" snippets={snippetsOf(skill.slug, launch, hasKey)} />
      {hasKey && (
        <p class="quiet">
          It needs an API key. Put the name that {skill.repo_url ? <a href={skill.repo_url}>its repository</a> : 'its publisher'} gives the
          variable in place of <code>{keyVariable}</code>.
        </p>
      )}
      {remote && (
        <p class="quiet">
          Its publisher also serves it at <code>{remote.url}</code>.
        </p>
      )}
    </>
  )
}

function Connect({ skill, remote }: { skill: Skill; remote: Remote }) {
  return (
    <>
      <Snippets label="Clients" snippets={connectionsOf(skill.slug, remote)} />
      {needsKey(skill) && <p class="quiet">It needs an API key: its publisher says in which header to send it.</p>}
    </>
  )
}

const keyVariable = 'NAME_OF_API_KEY'
const keyValue = 'your-api-key'

function snippetsOf(slug: string, launch: Launch, hasKey: boolean): [string, string][] {
  const [command, ...args] = commandOf(launch, hasKey)
  const server = { command, args, ...(hasKey ? { env: { [keyVariable]: keyValue } } : {}) }
  const clients = JSON.stringify({ mcpServers: { [slug]: server } }, null, 2)
  const codex = [`[mcp_servers.${slug}]`, `command = "${command}"`, `args = ${JSON.stringify(args)}`]
  return [
    ['Claude Code', ['claude mcp add', slug, ...(hasKey ? [`--env ${keyVariable}=${keyValue}`] : []), '--', command, ...args].join(' ')],
    ['Claude Desktop', clients],
    ['Cursor', clients],
    ['VS Code', JSON.stringify({ servers: { [slug]: { type: 'stdio', ...server } } }, null, 2)],
    ['Codex', [...codex, ...(hasKey ? [`env = { ${keyVariable} = "${keyValue}" }`] : [])].join('\n')],
  ]
}

function commandOf({ registry, name }: Launch, hasKey: boolean): string[] {
  if (registry === 'npm') return ['npx', '-y', name]
  if (registry === 'pypi') return ['uvx', name]
  // A container sees only the variables it is given by name.
  return ['docker', 'run', '-i', '--rm', ...(hasKey ? ['-e', keyVariable] : []), name]
}
