import { type Context, operation } from '../calls/operation.ts'
import type { CatalogEntry } from '../catalog/schema.ts'
import { ServiceError } from '../errors.ts'
import { excerpt } from '../excerpt.ts'
import { findByName, isWanted, nameOf, pageAfter, registryEntry } from './rules.ts'
import { entryOutput, listInput, listOutput, nameInput, type RegistryEntry, versionInput } from './schema.ts'

function shown({ catalog }: Context, entries: readonly CatalogEntry[]): RegistryEntry[] {
  return entries.flatMap((entry) => {
    const scores = catalog.scoresOf(entry.slug)
    return scores ? [registryEntry({ entry, scores })] : []
  })
}

function requireServer(context: Context, name: string): RegistryEntry {
  const entry = context.catalog.get(name) ?? findByName(name, context.catalog.all())
  const [found] = entry ? shown(context, [entry]) : []
  if (found) return found
  const near = context.catalog.nearest(name.split('/').at(-1) ?? name).map((slug) => nameOf({ slug }))
  throw new ServiceError('not_found', `No server has the name "${excerpt(name, 128)}". Search with GET /v0/servers?search=...`, {
    did_you_mean: near,
    docs: '/docs#registry_list',
  })
}

const registryList = operation({
  name: 'registry_list',
  group: 'registry',
  http: 'GET /v0/servers',
  also: ['GET /v0.1/servers'],
  summary: 'The catalog in the format of the official MCP registry, with scores under _meta',
  effect: 'read',
  input: listInput,
  output: listOutput,
  example: { search: 'github', limit: 5 },
  async run(context, { cursor, limit, ...wanted }) {
    const entries = context.catalog.all().filter((entry) => isWanted(entry, wanted))
    const { page, nextCursor } = pageAfter(entries, cursor, limit)
    const servers = shown(context, page)
    return { servers, metadata: { count: servers.length, ...(nextCursor ? { nextCursor } : {}) } }
  },
})

const registryGet = operation({
  name: 'registry_get',
  group: 'registry',
  http: 'GET /v0/servers/{name}',
  also: ['GET /v0.1/servers/{name}'],
  summary: 'One server in the format of the official MCP registry',
  effect: 'read',
  input: nameInput,
  output: entryOutput,
  example: { name: 'waymark/github-mcp-server' },
  run: async (context, { name }) => requireServer(context, name),
})

const registryVersions = operation({
  name: 'registry_versions',
  group: 'registry',
  http: 'GET /v0/servers/{name}/versions',
  also: ['GET /v0.1/servers/{name}/versions'],
  summary: 'The versions of a server in the format of the official MCP registry; the catalog holds one of each',
  effect: 'read',
  input: nameInput,
  output: listOutput,
  example: { name: 'waymark/github-mcp-server' },
  run: async (context, { name }) => ({ servers: [requireServer(context, name)], metadata: { count: 1 } }),
})

const registryVersion = operation({
  name: 'registry_version',
  group: 'registry',
  http: 'GET /v0/servers/{name}/versions/{version}',
  also: ['GET /v0.1/servers/{name}/versions/{version}'],
  summary: 'One version of a server in the format of the official MCP registry',
  effect: 'read',
  input: versionInput,
  output: entryOutput,
  example: { name: 'waymark/github-mcp-server', version: 'latest' },
  async run(context, { name, version }) {
    const found = requireServer(context, name)
    if (version === 'latest' || version === found.server.version) return found
    throw new ServiceError('not_found', `${found.server.name} is known here as version ${found.server.version} only. Ask for latest.`, {
      did_you_mean: [found.server.version],
    })
  },
})

export const registryOperations = [registryList, registryGet, registryVersions, registryVersion]
