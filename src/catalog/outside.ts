import * as z from 'zod'
import { isRecord } from '../input/record.ts'
import { countryCode } from './schema.ts'

const words = z.string().optional().catch(undefined)
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) => values.slice(0, 200).flatMap((value) => item.safeParse(value).data ?? []))
const count = z.number().min(0).optional().catch(undefined)
const yes = z.boolean().optional().catch(undefined)

const tool = z.object({ name: z.string(), description: words })
const variable = z.object({ isSecret: yes, is_secret: yes })
const packageDoc = z.object({
  registryType: words,
  registry_type: words,
  registry_name: words,
  registry: words,
  identifier: words,
  name: words,
  transport: z.object({ type: words }).optional().catch(undefined),
  environmentVariables: list(variable),
  environment_variables: list(variable),
})
const remoteDoc = z.object({ type: words, transport_type: words, url: words, headers: list(variable) })

/** A server.json of the registry's several ages, and the lines of a compiled server list: whatever fits is taken, the rest is dropped. */
const serverDoc = z.object({
  id: words,
  name: words,
  title: words,
  description: words,
  repository: z.object({ url: words, subfolder: words }).optional().catch(undefined),
  repo_url: words,
  url: words,
  websiteUrl: words,
  website_url: words,
  packages: list(packageDoc),
  remotes: list(remoteDoc),
  transport: list(z.string()),
  tools: list(tool),
  license: words,
  languages: list(z.string()),
  countries: list(countryCode),
  official: yes,
  stars: count,
  stars_source: words,
  n_sources: count,
  category: words,
  categories: list(z.string()),
  status: words,
  version_detail: z.object({ is_latest: yes }).optional().catch(undefined),
})

/** The keys under which a registry's answer says more about a server: the official registry's, and that of another Waymark. */
export const officialKey = 'io.modelcontextprotocol.registry/official'
export const waymarkKey = 'io.github.waymark/quality'

const registryMark = z.object({ status: words, isLatest: yes, is_latest: yes })

/** What another Waymark says of a server beside its description. */
const waymarkMark = z.object({ official: yes, github_stars: count, countries: list(countryCode) })

export type OutsideServer = {
  /** The name by which its source knows it; the slug is made from it. */
  source_id: string
  name: string
  description: string | undefined
  repo_url: string | undefined
  subfolder: string
  url: string | undefined
  packages: { registry: string; name: string }[]
  remotes: { type: string; url: string }[]
  transports: string[]
  tools: { name: string; description?: string | undefined }[]
  license: string | undefined
  languages: string[]
  countries: string[]
  official: boolean
  stars: number | undefined
  stars_as_of: string | undefined
  listed_by: number
  categories: string[]
  needs_secret: boolean
  deleted: boolean
}

type OutsideAnswer = { server: OutsideServer } | { skip: string }

/** Reads one outside document; says in a few words why one cannot be used. */
export function readOutside(doc: unknown): OutsideAnswer {
  const { inner, mark, told } = unwrap(doc)
  const parsed = serverDoc.safeParse(inner)
  if (!parsed.success) return { skip: 'not a server description' }
  const server = parsed.data
  const sourceId = sourceIdOf(server)
  if (!sourceId?.trim()) return { skip: 'has no name' }
  const latest = mark?.isLatest ?? mark?.is_latest ?? server.version_detail?.is_latest
  if (latest === false) return { skip: 'an older version' }
  const remotes = server.remotes.map(({ type, transport_type, url }) => ({ type: type ?? transport_type ?? '', url: url ?? '' }))
  const secrets = [
    ...server.packages.flatMap((one) => [...one.environmentVariables, ...one.environment_variables]),
    ...server.remotes.flatMap(({ headers }) => headers),
  ]
  return {
    server: {
      source_id: sourceId,
      name: server.title ?? shortName(server.name ?? sourceId),
      description: server.description,
      repo_url: server.repository?.url ?? server.repo_url,
      subfolder: server.repository?.subfolder ?? '',
      url: server.remotes[0]?.url ?? server.websiteUrl ?? server.website_url ?? server.url,
      packages: server.packages.flatMap(packageOf),
      remotes,
      transports: [...server.transport, ...remotes.map(({ type }) => type), ...server.packages.flatMap((one) => one.transport?.type ?? [])],
      tools: server.tools,
      license: server.license,
      languages: server.languages,
      countries: [...server.countries, ...(told?.countries ?? [])],
      official: (server.official ?? told?.official) === true,
      stars: server.stars ?? told?.github_stars,
      stars_as_of: server.stars_source?.match(/\b20\d\d-\d\d\b/)?.[0],
      listed_by: server.n_sources ?? 1,
      categories: [...(server.category ? [server.category] : []), ...server.categories],
      needs_secret: secrets.some((one) => one.isSecret ?? one.is_secret),
      deleted: ['deleted', 'deprecated'].includes(mark?.status ?? server.status ?? ''),
    },
  }
}

/** A compiled list, known by its own fields, names servers by `id`; a server.json by `name`, where `id` is the registry's. */
function sourceIdOf({ id, name, repo_url, n_sources }: z.output<typeof serverDoc>): string | undefined {
  const isListLine = Boolean(repo_url || n_sources)
  return id && (name === undefined || isListLine) ? id : name
}

function unwrap(doc: unknown) {
  if (!isRecord(doc)) return { inner: doc }
  const inner = isRecord(doc.server) ? doc.server : doc
  const meta = doc._meta ?? inner._meta
  if (!isRecord(meta)) return { inner }
  const mark = registryMark.safeParse(meta[officialKey]).data
  return { inner, mark, told: waymarkMark.safeParse(meta[waymarkKey]).data }
}

function packageOf(one: z.output<typeof packageDoc>): { registry: string; name: string }[] {
  const registry = one.registryType ?? one.registry_type ?? one.registry_name ?? one.registry
  const name = one.identifier ?? one.name
  return registry && name && registry !== 'unknown' ? [{ registry, name }] : []
}

/** `io.github.someone/weather-server` is known as "weather-server". */
function shortName(name: string): string {
  return /^[\w-]+(?:\.[\w-]+)+\/.+/.test(name) ? name.slice(name.indexOf('/') + 1) : name
}
