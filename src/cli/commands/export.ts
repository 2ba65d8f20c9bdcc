import type { Operations } from '../../../sdk/src/types.gen.ts'
import { profileNames } from '../../catalog/models.ts'
import { present } from '../../input/present.ts'
import { type Arguments, type Command, type Io, textOption, UsageError } from '../command.ts'
import { openServiceToRead, requireIdentity, type Service, serviceOptions } from '../service.ts'

type Profile = Operations['export_openrouter']['input']['profile']
const things = ['agent', 'catalog', 'litellm', 'openrouter'] as const

/** Writes out what other programs can read: an agent's own data, the catalog, or tier maps for gateways. */
export const command: Command = {
  name: 'export',
  summary: 'Write out an agent’s data, the catalog, or tier maps for gateways',
  usage: 'waymark export agent|catalog|litellm|openrouter [options]',
  examples: [
    'waymark export litellm --providers openai,anthropic > litellm.yaml',
    'waymark export openrouter --profile regulated',
    'waymark export catalog > servers.jsonl',
    'waymark export agent --agent my-agent > my-agent.json',
  ],
  words: 1,
  actions: things,
  options: {
    profile: { type: 'string', value: profileNames.join('|'), says: 'Which models a tier map may hold' },
    providers: { type: 'string', value: '<list>', says: 'Only models of these, such as openai,anthropic' },
    ...serviceOptions,
  },
  async run(args, io) {
    const [thing] = args.positionals
    if (!things.some((one) => one === thing)) throw new UsageError(`Say what to export: ${things.join(', ')}.`)
    const service = await openServiceToRead(args, io)
    if (thing === 'agent') io.out(JSON.stringify(await agentData(service), null, args.options.json ? 0 : 2))
    else if (thing === 'catalog') await catalogLines(service, io)
    else io.out(await gatewayText(service, thing === 'litellm', args))
    return 0
  },
}

/** All parts of an agent's data as one. */
async function agentData(service: Service) {
  const agent_identity_id = requireIdentity(service)
  const whole = await service.waymark.call('export_agent', { agent_identity_id })
  let cursor = whole.next_cursor
  while (cursor !== null) {
    const { records, next_cursor } = await service.waymark.call('export_agent', { agent_identity_id, cursor })
    for (const [table, rows] of Object.entries(records)) whole.records[table] = [...(whole.records[table] ?? []), ...rows]
    cursor = next_cursor
  }
  return { ...whole, truncated: [], next_cursor: null }
}

/** One server a line in the registry's form: `waymark catalog import` reads it back. */
async function catalogLines({ waymark }: Service, io: Io): Promise<void> {
  let cursor: string | undefined
  do {
    const { servers, metadata } = await waymark.call('registry_list', { limit: 100, ...present({ cursor }) })
    for (const server of servers) io.out(JSON.stringify(server))
    cursor = metadata.nextCursor
  } while (cursor)
}

async function gatewayText({ waymark }: Service, isLitellm: boolean, args: Arguments): Promise<string> {
  // Passed on as given: the service knows which words it takes, and says so.
  const limits = present({ profile: textOption(args, 'profile') as Profile, providers: textOption(args, 'providers') })
  if (!isLitellm) return JSON.stringify(await waymark.call('export_openrouter', limits), null, args.options.json ? 0 : 2)
  const config: unknown = await waymark.call('export_litellm', { ...limits, format: args.options.json ? 'json' : 'yaml' })
  return typeof config === 'string' ? config.trimEnd() : JSON.stringify(config)
}
