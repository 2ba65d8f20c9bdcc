import { createHash } from 'node:crypto'
import { placeInTaxonomy } from './categories.ts'
import { ownerOf, repositoryKey, slugify } from './identity.ts'
import { instructionIn } from './instruction-like.ts'
import { tidyLicense } from './license.ts'
import type { OutsideServer } from './outside.ts'
import { cleanText, cleanUrl, hiddenText } from './sanitize.ts'
import { type SkillFacts, type Taxonomy, transports } from './schema.ts'

export type Imported = {
  identity_key: string
  wanted_slug: string
  definition_hash: string
  /** Why it must not be routed before an operator has looked at it. */
  quarantine: string | undefined
  deleted: boolean
  entry: SkillFacts
}

const longest = { name: 80, description: 600, tool: 300, word: 64 }
const mostTools = 64
const mostPackages = 24
const mostStars = 10_000_000
const mostListings = 100

/** An outside server as an entry of ours: every text cleaned and capped, nothing taken on trust. */
export function importedOf(server: OutsideServer, taxonomy: Taxonomy): Imported | { skip: string } {
  const name = cleanText(server.name, longest.name)
  if (!name.text) return { skip: 'has no readable name' }
  const description = cleanText(server.description, longest.description)
  const tools = server.tools.slice(0, mostTools).map((tool) => ({
    name: cleanText(tool.name, longest.word).text,
    description: cleanText(tool.description, longest.tool).text,
  }))
  const repo_url = cleanUrl(server.repo_url)
  const identity_key = identityOf(server, repo_url)
  if (!identity_key) return { skip: 'has neither a repository nor a package nor an address' }
  const named = tools.filter((tool) => tool.name)
  return {
    identity_key,
    wanted_slug: slugify(server.source_id.replace(/^io\.github\./, '').replace(/^[\w-]+\.(?=[\w-]+\/)/, '')),
    definition_hash: definitionHash({ canonical_name: name.text, description: description.text, tools: named }),
    quarantine: quarantineReason(server, [name, description], named),
    deleted: server.deleted,
    entry: {
      slug: '',
      canonical_name: name.text,
      publisher: cleanText(ownerOf(repo_url) ?? namespaceOf(server.source_id), longest.word).text || null,
      official: server.official,
      repo_url,
      license: tidyLicense(cleanText(server.license, longest.word).text),
      languages: server.languages
        .slice(0, 8)
        .map((one) => cleanText(one, 40).text)
        .filter(Boolean),
      transports: transportsOf(server.transports),
      packages: packagesOf(server),
      github_stars: server.stars === undefined ? null : Math.min(mostStars, Math.round(server.stars)),
      stars_as_of: server.stars === undefined ? null : (server.stars_as_of ?? null),
      listed_by: Math.min(mostListings, Math.round(server.listed_by)),
      description: description.text,
      choose_when: '',
      avoid_when: '',
      aliases: [],
      tools: named,
      requires: requiresOf(server),
      pricing: 'unknown',
      cost_usd_per_run: null,
      ...placeInTaxonomy(server.categories, taxonomy),
      examples: [],
    },
  }
}

/** Changes when what a server says it is changes: its name, description or tools. */
export function definitionHash({
  canonical_name,
  description,
  tools,
}: Pick<SkillFacts, 'canonical_name' | 'description' | 'tools'>): string {
  return createHash('sha256')
    .update(JSON.stringify([canonical_name, description, tools.map((tool) => [tool.name, tool.description])]))
    .digest('hex')
    .slice(0, 32)
}

type Cleaned = { text: string; hidden: boolean }

function quarantineReason(
  server: OutsideServer,
  texts: readonly Cleaned[],
  tools: readonly { name: string; description: string }[],
): string | undefined {
  if (texts.some(({ hidden }) => hidden) || server.tools.some((tool) => cleanText(tool.description, 10).hidden))
    return 'hides characters in its text'
  const shown = [...texts.map(({ text }) => text), ...tools.map((tool) => `${tool.name} ${tool.description}`)]
  const unseen = [server.name, server.description, ...server.tools.map((tool) => tool.description)].map(hiddenText)
  const raw = [server.name, server.description, ...server.tools.map((tool) => tool.description)].filter((text) => text?.includes('<'))
  for (const text of [...shown, ...unseen, ...raw]) {
    const reason = text && instructionIn(text.slice(0, 4000))
    if (reason) return reason
  }
  return undefined
}

function identityOf(server: OutsideServer, repoUrl: string | null): string | undefined {
  if (repoUrl) return repositoryKey(repoUrl, server.subfolder)
  const [first] = packagesOf(server)
  if (first) return `${first.registry}:${first.name}`.toLowerCase()
  const url = cleanUrl(server.url)
  if (url) return url.replace(/^https?:\/\//, '').toLowerCase()
  const slug = slugify(server.source_id)
  return slug ? `name:${slug}` : undefined
}

function namespaceOf(sourceId: string): string | null {
  const [namespace, name] = sourceId.split('/')
  return name && namespace ? namespace.replace(/^io\.github\./, '') : null
}

function packagesOf({ packages }: OutsideServer): SkillFacts['packages'] {
  return packages
    .slice(0, mostPackages)
    .map(({ registry, name }) => ({ registry: cleanText(registry, 32).text.toLowerCase(), name: cleanText(name, 200).text }))
    .filter(({ registry, name }) => registry && name && !/\s/.test(name))
}

function transportsOf(given: readonly string[]): SkillFacts['transports'] {
  const known = given.map((one) => (one === 'http' ? 'streamable-http' : one))
  return transports.filter((transport) => known.includes(transport))
}

function requiresOf(server: OutsideServer): SkillFacts['requires'] {
  const requires: SkillFacts['requires'] = []
  if (server.needs_secret) requires.push('api_key')
  if (server.packages.length > 0 || server.transports.includes('stdio')) requires.push('local_install')
  return requires
}
