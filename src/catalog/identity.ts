import { hash } from 'node:crypto'

const hostsWithRepositories = new Set(['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'gitea.com'])

/** Repository address → one key per server: host, owner, name and the folder inside a repository that holds many. */
export function repositoryKey(repoUrl: string, subfolder = ''): string {
  const url = new URL(repoUrl)
  const host = url.hostname.toLowerCase().replace(/^www\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  if (!hostsWithRepositories.has(host)) return [host, ...parts].join('/').toLowerCase()
  const [owner = '', name = '', ...rest] = parts
  const marker = rest.findIndex((part) => part === 'tree' || part === 'blob')
  const inside = marker >= 0 ? rest.slice(marker + 2).filter((part) => !/^readme/i.test(part)) : rest.filter((part) => part !== '-')
  const folder = subfolder.split('/').filter((part) => part && part !== '.')
  return [host, owner, name.replace(/\.git$/, ''), ...(folder.length > 0 ? folder : inside)].join('/').toLowerCase()
}

export const packageKey = ({ registry, name }: { registry: string; name: string }) => `${registry}:${name}`.toLowerCase()

/** Whether two keys name folders of one repository, neither of them within the other. */
export function areNeighbours(one: string, other: string): boolean {
  const [[repository, folder], [otherRepository, otherFolder]] = [placeIn(one), placeIn(other)]
  if (repository !== otherRepository || !folder || !otherFolder) return false
  return !`${folder}/`.startsWith(`${otherFolder}/`) && !`${otherFolder}/`.startsWith(`${folder}/`)
}

function placeIn(key: string): [repository: string, folder: string] {
  const [host, owner, name, ...folder] = key.split('/')
  return [[host, owner, name].join('/'), folder.join('/')]
}

/** The account that owns a repository address, where the host has accounts. */
function ownerOf(repoUrl: string | null): string | null {
  if (!repoUrl) return null
  const url = new URL(repoUrl)
  return hostsWithRepositories.has(url.hostname.replace(/^www\./, '')) ? (url.pathname.split('/')[1] ?? null) : null
}

/** The account that a registry has checked the name of a server against: `io.github.someone/weather` was published by someone. */
function accountOf(sourceId: string): string | null {
  return /^io\.github\.([\w-]+)\//i.exec(sourceId)?.[1] ?? null
}

/** Which repository a server is of is its publisher's word alone. True where the account that published it owns that repository. */
export function isOfOwner(sourceId: string | null, repoUrl: string | null): boolean {
  const account = sourceId === null ? null : accountOf(sourceId)
  return account !== null && repoUrl !== null && repositoryKey(repoUrl).startsWith(`github.com/${account.toLowerCase()}/`)
}

/** Who published a server: the owner of its repository, unless its name says that it was another account. */
export function publisherOf(sourceId: string, repoUrl: string | null): string | null {
  const account = accountOf(sourceId)
  return account && !isOfOwner(sourceId, repoUrl) ? account : (ownerOf(repoUrl) ?? namespaceOf(sourceId))
}

function namespaceOf(sourceId: string): string | null {
  const [namespace = '', name] = sourceId.split('/')
  return name && /^[\w.-]+$/.test(namespace) ? namespace : null
}

const longestSlug = 100
/** GET /api/skills/compare compares, so that no entry can have this address. */
export const reservedSlug = 'compare'

export function slugify(text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return slug.slice(0, longestSlug).replace(/-+$/, '')
}

/** Slugs to try in order for an entry; the last one is unique to it. */
export function slugChoices(wanted: string, publisher: string | null, identityKey: string): string[] {
  const mark = hash('sha256', identityKey).slice(0, 8)
  const base = slugify(wanted) || `server-${mark}`
  const owner = publisher ? slugify(publisher) : ''
  return [base, ...(owner && !base.startsWith(`${owner}-`) ? [slugify(`${owner}-${base}`)] : []), `${base}-${mark}`]
}
