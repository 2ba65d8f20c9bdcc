/** The package that starts a server. */
export type Launch = { registry: string; name: string }

type Published = { packages: Launch[]; repo_url?: string | null; publisher?: string | null }

/** By how little the client has to have. */
const runnable = ['npm', 'pypi', 'docker', 'oci']

/** The package to start a server with, when the catalog knows one that can be trusted to be it. */
export function launchOf(published: Published): Launch | undefined {
  const owned = published.packages.filter((candidate) => isOf(candidate, published))
  const likely = [...owned.filter(({ name }) => !repeatsAddress(name, published)), ...owned]
  return runnable.map((registry) => likely.find((candidate) => candidate.registry === registry)).find(Boolean)
}

/** Lists mix up names now and then, and a wrong one would run a stranger's program: only a name that shows whose it is is offered. */
function isOf({ registry, name }: Launch, { repo_url, publisher }: Published): boolean {
  if (registry !== 'npm' && registry !== 'pypi') return true
  const [last = '', scope = ''] = name.toLowerCase().split('/').reverse()
  return last.includes('mcp') || last === repoOf(repo_url) || (scope !== '' && scope.slice(1) === publisher?.toLowerCase())
}

/** Some lists make a package's name up from the address of its repository; where they give another name too, that one was read somewhere. */
function repeatsAddress(name: string, { repo_url, publisher }: Published): boolean {
  return name.toLowerCase() === `@${publisher?.toLowerCase()}/${repoOf(repo_url)}`
}

function repoOf(address: string | null | undefined): string | undefined {
  return address?.toLowerCase().split('/').at(-1)
}
