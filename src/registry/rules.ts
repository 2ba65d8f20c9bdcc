import { repositoryKey } from '../catalog/identity.ts'
import { officialKey, waymarkKey } from '../catalog/outside.ts'
import type { Ranked } from '../catalog/rules.ts'
import { cut } from '../catalog/sanitize.ts'
import type { CatalogEntry } from '../catalog/schema.ts'
import type { RegistryEntry } from './schema.ts'

const namespace = 'waymark'
const serverSchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
/** Of a title and of a description there. */
const longestText = 100
/** What a registry client can install from; our other package kinds have no name there. */
const registryTypes: Record<string, string> = { npm: 'npm', pypi: 'pypi', docker: 'oci', oci: 'oci', nuget: 'nuget', cargo: 'cargo' }

export const nameOf = ({ slug }: Pick<CatalogEntry, 'slug'>): string => `${namespace}/${slug}`

/** 2026-03-05T… → 2026.3.5, which sorts as versions do. */
function versionOf({ defined_at }: Pick<CatalogEntry, 'defined_at'>): string {
  if (!defined_at) return '0.0.0'
  return defined_at
    .slice(0, 10)
    .split('-')
    .map((part) => String(Number(part)))
    .join('.')
}

export function registryEntry({ entry, scores }: Ranked): RegistryEntry {
  const packages = packagesOf(entry)
  return {
    server: {
      $schema: serverSchema,
      name: nameOf(entry),
      title: cut(entry.canonical_name, longestText),
      description: cut(inOneLine(entry.description || entry.canonical_name), longestText),
      version: versionOf(entry),
      ...(entry.repo_url ? { repository: { url: entry.repo_url, source: sourceOf(entry.repo_url) } } : {}),
      ...(packages.length > 0 ? { packages } : {}),
      ...(entry.remotes?.length ? { remotes: entry.remotes } : {}),
    },
    _meta: {
      [officialKey]: { status: 'active', isLatest: true, ...(entry.defined_at ? { updatedAt: entry.defined_at } : {}) },
      [waymarkKey]: {
        slug: entry.slug,
        status: entry.status,
        official: entry.official,
        scores,
        github_stars: entry.github_stars,
        capabilities: entry.capabilities,
        countries: entry.countries ?? [],
        cost_usd_per_run: entry.cost_usd_per_run,
      },
    },
  }
}

function packagesOf({ packages }: CatalogEntry) {
  return packages.flatMap(({ registry, name }) => {
    const registryType = registryTypes[registry]
    return registryType ? [{ registryType, identifier: name, transport: { type: 'stdio' as const } }] : []
  })
}

function sourceOf(repoUrl: string): string {
  const host = new URL(repoUrl).hostname.replace(/^www\./, '')
  return host.endsWith('.com') || host.endsWith('.org') ? (host.split('.').at(-2) ?? host) : host
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

type Wanted = { search?: string | undefined; updated_since?: string | undefined; version?: string | undefined }

export function isWanted(entry: CatalogEntry, { search, updated_since, version }: Wanted): boolean {
  const needle = search?.toLowerCase()
  if (needle && !nameOf(entry).includes(needle) && !entry.canonical_name.toLowerCase().includes(needle)) return false
  if (updated_since && !(entry.defined_at && Date.parse(entry.defined_at) >= Date.parse(updated_since))) return false
  return version === undefined || version === 'latest' || version === versionOf(entry)
}

/** One page in the order of slugs: whatever is added or removed in between, no server is shown twice. */
export function pageAfter(entries: readonly CatalogEntry[], cursor: string | undefined, limit: number) {
  const after = cursor?.replace(`${namespace}/`, '') ?? ''
  const rest = entries.filter(({ slug }) => slug > after).sort((a, b) => (a.slug < b.slug ? -1 : 1))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rest.length > limit && last ? nameOf(last) : undefined }
}

/** Our own name, a slug, or the name a server has in the official registry when that follows its GitHub repository. */
export function findByName(name: string, entries: readonly CatalogEntry[]): CatalogEntry | undefined {
  const slug = name.startsWith(`${namespace}/`) ? name.slice(namespace.length + 1) : name
  const [, owner, repository] = /^io\.github\.([^/]+)\/(.+)$/i.exec(name) ?? []
  if (!owner) return entries.find((entry) => entry.slug === slug)
  const wanted = `github.com/${owner}/${repository}`.toLowerCase()
  const found = entries.filter(({ repo_url }) => repo_url && repositoryKey(repo_url) === wanted)
  return found.length === 1 ? found[0] : undefined
}
