import { hash } from 'node:crypto'
import { placeInTaxonomy } from './categories.ts'
import { packageKey, publisherOf, repositoryKey, slugify } from './identity.ts'
import { instructionIn } from './instruction-like.ts'
import { tidyLicense } from './license.ts'
import type { OutsideServer } from './outside.ts'
import { cleanEndpoint, cleanText, cleanUrl, hiddenText, type Sanitized } from './sanitize.ts'
import { most, remoteTypes, type SkillFacts, type Taxonomy, transports } from './schema.ts'

export type Imported = {
  identity_key: string
  /** All that an entry which ships with Waymark may be known by; one of them is enough. */
  identities: string[]
  /** Its name at the source that describes it. */
  source_id: string
  wanted_slug: string
  definition_hash: string
  /** Why it must not be routed before an operator has looked at it. */
  quarantine: string | undefined
  deleted: boolean
  entry: SkillFacts
}

const longest = { name: 80, description: 600, tool: 300, word: 64, source_id: 200 }
const mostStars = 10_000_000
const mostListings = 100

/**
 * An outside server as an entry of ours: every text cleaned and capped. What it claims about its own standing (that it is official,
 * its stars, how many directories list it) or of the countries it is for raises its scores, so it counts only where the operator
 * trusts the source.
 */
export function importedOf(server: OutsideServer, taxonomy: Taxonomy, isTrusted: boolean): Imported | { skip: string } {
  const name = cleanText(server.name, longest.name)
  if (!name.text) return { skip: 'has no readable name' }
  const description = cleanText(server.description, longest.description)
  const tools = server.tools.slice(0, most.tools).map((tool) => ({
    name: cleanText(tool.name, longest.word).text,
    description: cleanText(tool.description, longest.tool).text,
  }))
  const repo_url = cleanUrl(server.repo_url)
  const identity_key = identityOf(server, repo_url)
  if (!identity_key) return { skip: 'has neither a repository nor a package nor an address' }
  const named = tools.filter((tool) => tool.name)
  const packages = packagesOf(server)
  const remotes = remotesOf(server)
  const countries = isTrusted ? [...new Set(server.countries)].slice(0, most.countries) : []
  const { official, github_stars, stars_as_of, listed_by } = isTrusted ? standingOf(server) : unknownStanding
  return {
    identity_key,
    identities: [...new Set([identity_key, ...packages.map(packageKey)])],
    source_id: cleanText(server.source_id, longest.source_id).text,
    // Another Waymark puts its own name before its slugs.
    wanted_slug: slugify(server.source_id.replace(/^(io\.github\.|waymark\/)/, '').replace(/^[\w-]+\.(?=[\w-]+\/)/, '')),
    definition_hash: definitionHash({ canonical_name: name.text, description: description.text, tools: named }),
    quarantine: quarantineReason(server, [name, description], named),
    deleted: server.deleted,
    entry: {
      slug: '',
      canonical_name: name.text,
      publisher: cleanText(publisherOf(server.source_id, repo_url), longest.word).text || null,
      official,
      repo_url,
      license: licenseOf(server),
      languages: server.languages
        .slice(0, 8)
        .map((one) => cleanText(one, 40).text)
        .filter(Boolean),
      transports: transportsOf(server.transports),
      packages,
      ...(remotes.length > 0 ? { remotes } : {}),
      github_stars,
      stars_as_of,
      listed_by,
      description: description.text,
      choose_when: '',
      avoid_when: '',
      ...(countries.length > 0 ? { countries } : {}),
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

type ClaimedStanding = Pick<SkillFacts, 'official' | 'github_stars' | 'stars_as_of' | 'listed_by'>

const unknownStanding: ClaimedStanding = { official: false, github_stars: null, stars_as_of: null, listed_by: 1 }

function standingOf({ official, stars, stars_as_of, listed_by }: OutsideServer): ClaimedStanding {
  return {
    official,
    github_stars: stars === undefined ? null : Math.min(mostStars, Math.round(stars)),
    stars_as_of: stars === undefined ? null : (stars_as_of ?? null),
    listed_by: Math.min(mostListings, Math.round(listed_by)),
  }
}

/** Changes when what a server says it is changes: its name, description or tools. */
export function definitionHash(facts: Pick<SkillFacts, 'canonical_name' | 'description' | 'tools'>): string {
  const tools = facts.tools.map(({ name, description }) => [name, description])
  return hash('sha256', JSON.stringify([facts.canonical_name, facts.description, tools])).slice(0, 32)
}

function quarantineReason(
  server: OutsideServer,
  texts: readonly Sanitized[],
  tools: readonly { name: string; description: string }[],
): string | undefined {
  if (texts.some(({ hidden }) => hidden) || server.tools.some((tool) => cleanText(tool.description, 10).hidden))
    return 'hides characters in its text'
  const shown = [...texts.map(({ text }) => text), ...tools.map((tool) => `${tool.name} ${tool.description}`)]
  const given = [server.name, server.description, ...server.tools.map((tool) => tool.description)]
  const marked = given.filter((text) => text?.includes('<'))
  for (const text of [...shown, ...given.map(hiddenText), ...marked]) {
    const reason = text && instructionIn(text.slice(0, 4000))
    if (reason) return reason
  }
  return undefined
}

function identityOf(server: OutsideServer, repoUrl: string | null): string | undefined {
  if (repoUrl) return repositoryKey(repoUrl, server.subfolder)
  const [first] = packagesOf(server)
  if (first) return packageKey(first)
  const url = cleanUrl(server.url)
  if (url) return url.replace(/^https?:\/\//, '').toLowerCase()
  const slug = slugify(server.source_id)
  return slug ? `name:${slug}` : undefined
}

/** It may change without the entry being looked at again, so it is left out where it speaks to the reader. */
function licenseOf({ license }: OutsideServer): string | null {
  const { text } = cleanText(license, longest.word)
  return instructionIn(text) ? null : tidyLicense(text)
}

function packagesOf({ packages }: OutsideServer): SkillFacts['packages'] {
  return packages
    .slice(0, most.packages)
    .map(({ registry, name }) => ({ registry: cleanText(registry, 32).text.toLowerCase(), name: cleanText(name, 200).text }))
    .filter(({ registry, name }) => /^[\w.-]+$/.test(registry) && name && !/\s/.test(name))
}

function remotesOf(server: OutsideServer): NonNullable<SkillFacts['remotes']> {
  const usable = server.remotes.flatMap((remote) => {
    const type = remoteTypes.find((one) => one === transportName(remote.type))
    const url = cleanEndpoint(remote.url)
    return type && url ? [{ type, url }] : []
  })
  return usable.slice(0, most.remotes)
}

const transportName = (given: string) => (given === 'http' ? 'streamable-http' : given)

function transportsOf(given: readonly string[]): SkillFacts['transports'] {
  const known = given.map(transportName)
  return transports.filter((transport) => known.includes(transport))
}

function requiresOf(server: OutsideServer): SkillFacts['requires'] {
  const requires: SkillFacts['requires'] = []
  if (server.needs_secret) requires.push('api_key')
  if (server.packages.length > 0 || server.transports.includes('stdio')) requires.push('local_install')
  return requires
}
