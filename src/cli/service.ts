import { homedir } from 'node:os'
import { createWaymark, type Waymark, type WaymarkError } from '../../sdk/src/client.ts'
import { configFolder, openIdentity } from '../../sdk/src/stdio-identity.ts'
import { type Arguments, type Io, textOption, UsageError } from './command.ts'

const usualUrl = 'http://127.0.0.1:8787'

/** What every command that asks a running service accepts. */
export const serviceOptions = {
  url: { type: 'string' },
  agent: { type: 'string' },
  json: { type: 'boolean' },
} as const

export const serviceUsage = '[--url <address>] [--agent <name>] [--json]'

export type Service = { url: string; waymark: Waymark; identity: string | undefined }

export function urlOf(args: Arguments, io: Io): string {
  return requireUrl(textOption(args, 'url') ?? io.env.WAYMARK_URL ?? usualUrl)
}

export function requireUrl(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError(`"${url}" is not a valid URL. Use one like ${usualUrl}.`)
  return url
}

/** The agent named by --agent or WAYMARK_AGENT, registered on the way; else the one this user's MCP bridge registered, if any. */
export async function openService(args: Arguments, io: Io): Promise<Service> {
  const url = urlOf(args, io)
  const name = textOption(args, 'agent') ?? io.env.WAYMARK_AGENT
  const options = { baseUrl: url, timeoutMs: 30_000, throws: true }
  if (!name) {
    const identity = openIdentity(configFolder(io.env, process.platform, homedir()), url).get()
    return { url, identity, waymark: createWaymark({ ...options, ...(identity ? { agentIdentityId: identity } : {}) }) }
  }
  const { agent_identity_id } = await createWaymark(options).call('register_agent', { agent_name: name })
  return { url, identity: agent_identity_id, waymark: createWaymark({ ...options, agentIdentityId: agent_identity_id }) }
}

export function requireIdentity({ identity }: Service): string {
  if (!identity) throw new UsageError('Say which agent: --agent <name>, or WAYMARK_AGENT=<name>.')
  return identity
}

/** What a person can do about a failed call. */
export function explainFailure(error: WaymarkError, url: string): string {
  if (error.code === 'unreachable') return `Waymark cannot be reached at ${url}. Start it with: waymark serve, or name another with --url.`
  if (error.code === 'timeout') return `Waymark at ${url} did not answer in time. Look at it with: waymark doctor`
  const more = error.details.filter(({ message }) => !error.message.includes(message))
  return [error.message, ...more.map(({ path, message }) => `  ${path}: ${message}`)].join('\n')
}
