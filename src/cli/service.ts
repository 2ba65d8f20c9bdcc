import { homedir } from 'node:os'
import { createWaymark, type Waymark, WaymarkError } from '../../sdk/src/client.ts'
import { configFolder, openIdentity, serviceAddress } from '../../sdk/src/stdio-identity.ts'
import type { Config } from '../config.ts'
import { listenerUrl } from '../network.ts'
import { type Arguments, type Io, jsonOption, textOption, UsageError } from './command.ts'

const usualUrl = 'http://127.0.0.1:8787'

export const urlOption = {
  url: { type: 'string', value: '<address>', says: `Where the service runs; default WAYMARK_URL, or ${usualUrl}` },
} as const

/** What every command that asks a running service accepts. */
export const serviceOptions = {
  ...urlOption,
  agent: { type: 'string', value: '<name>', says: 'Your agent; default WAYMARK_AGENT, or the one that waymark mcp registered' },
  ...jsonOption,
} as const

/** `name` is the agent's, where one was given. */
export type Service = { url: string; waymark: Waymark; name: string | undefined; identity: string | undefined }

export function urlOf(args: Arguments, io: Io, otherwise = usualUrl): string {
  // As everywhere, an empty variable is one that is not set.
  return requireUrl(textOption(args, 'url') ?? (io.env.WAYMARK_URL || otherwise))
}

/** What to do when a running service holds the store that a command wants to open. */
export function insteadOfStore(doing: string, { HOST, PORT }: Config): string {
  return `To ${doing} while the service runs, add --to ${listenerUrl(HOST, PORT)} and set ADMIN_SECRET.`
}

/**
 * An address that paths can be put behind: a service may have a path of its own behind a proxy. That of the MCP endpoint is understood
 * too, as by the bridge, since both read WAYMARK_URL.
 */
export function requireUrl(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new UsageError(`"${url}" is not a valid URL. Use one like ${usualUrl}.`)
  const { username, password } = new URL(url)
  if (username || password) throw new UsageError(`The address must not contain a user name or a password. Use one like ${usualUrl}.`)
  return serviceAddress(url)
}

/** The agent named by --agent or WAYMARK_AGENT, registered on the way; else the one this user's MCP bridge registered, if any. */
export async function openService(args: Arguments, io: Io): Promise<Service> {
  return openFor(args, io, register)
}

/** The same for commands that only read: a name that nobody has is not registered, and there is no identity then. */
export async function openServiceToRead(args: Arguments, io: Io): Promise<Service> {
  return openFor(args, io, async (waymark, agent_name) => {
    const isKnown = await waymark.call('verification_status', { agent_name }).then(
      () => true,
      (error: unknown) => {
        if (isUnknown(error)) return false
        throw error
      },
    )
    return isKnown ? register(waymark, agent_name) : undefined
  })
}

async function openFor(
  args: Arguments,
  io: Io,
  identify: (waymark: Waymark, name: string) => Promise<string | undefined>,
): Promise<Service> {
  const url = urlOf(args, io)
  const name = textOption(args, 'agent') ?? io.env.WAYMARK_AGENT
  const options = { baseUrl: url, timeoutMs: 30_000, throws: true }
  const anonymous = createWaymark(options)
  const identity = name ? await identify(anonymous, name) : await keptIdentity(anonymous, url, io)
  return { url, name, identity, waymark: createWaymark({ ...options, ...(identity ? { agentIdentityId: identity } : {}) }) }
}

/** What `waymark mcp` registered here. As there, one that the service does not know any more is forgotten: it would make every call fail. */
async function keptIdentity(waymark: Waymark, url: string, io: Io): Promise<string | undefined> {
  const kept = openIdentity(configFolder(io.env, process.platform, homedir()), url)
  const agent_identity_id = kept.get()
  if (agent_identity_id === undefined) return undefined
  try {
    await waymark.call('balance', { agent_identity_id })
    return agent_identity_id
  } catch (error) {
    if (!isUnknown(error)) throw error
    kept.forget()
    io.err(`The identity that was kept for ${url} is not known there any more and was forgotten.`)
    return undefined
  }
}

const isUnknown = (error: unknown) => error instanceof WaymarkError && error.status === 404

/** Registering a name again gives the identity it has. */
async function register(waymark: Waymark, agent_name: string): Promise<string> {
  return (await waymark.call('register_agent', { agent_name })).agent_identity_id
}

export function requireIdentity({ identity, name, url }: Service): string {
  if (identity) return identity
  if (name)
    throw new UsageError(`No agent is registered as "${name}" at ${url}. Its first route or report registers it; for another, use --agent.`)
  throw new UsageError('Say which agent: --agent <name>, or WAYMARK_AGENT=<name>.')
}

/** `option` is the one that names the service on the command line. */
export const unreachable = (url: string, option: '--url' | '--to') =>
  `Waymark cannot be reached at ${url}. Start it with: waymark serve, or name another with ${option}.`
export const late = (url: string) => `Waymark at ${url} did not answer in time. Look at it with: waymark doctor`

/** What a person can do about a failed call. */
export function explainFailure(error: WaymarkError, url: string): string {
  if (error.code === 'unreachable') return unreachable(url, '--url')
  if (error.code === 'timeout') return late(url)
  const more = error.details.filter(({ message }) => !error.message.includes(message.replace(/^must be /, '')))
  return [error.message, ...more.map(({ path, message }) => `  ${path}: ${message}`)].join('\n')
}
