import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One agent identity for each service, in a file that only the user can read. */
export type Identity = { get: () => string | undefined; set: (id: string) => void; forget: () => void }

export function configFolder(env: Record<string, string | undefined>, platform: string, home: string): string {
  // An empty variable is one that is not set.
  const base = platform === 'win32' ? env.APPDATA || join(home, 'AppData', 'Roaming') : env.XDG_CONFIG_HOME || join(home, '.config')
  return join(base, 'waymark')
}

/** A service may have a path of its own behind a proxy; the address of its MCP endpoint is understood too. */
export function serviceAddress(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/api\/mcp$/, '')}`
}

export function openIdentity(folder: string, serviceUrl: string): Identity {
  const file = join(folder, 'identities.json')
  const service = serviceAddress(serviceUrl)
  /** Where nothing can be written, as in a sandbox, the identity lasts as long as the process. */
  let unwritten: { id: string | undefined } | undefined

  function keep(id: string | undefined): void {
    try {
      save(id)
      unwritten = undefined
    } catch {
      unwritten = { id }
    }
  }

  function save(id: string | undefined): void {
    const { [service]: _, ...others } = readIdentities(file)
    const identities = id === undefined ? others : { ...others, [service]: id }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // A reader sees the old file or the new one, never half of it.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${JSON.stringify(identities, null, 2)}\n`, { mode: 0o600 })
    renameSync(draft, file)
  }

  return {
    get: () => (unwritten ? unwritten.id : readIdentities(file)[service]),
    set: keep,
    forget: () => keep(undefined),
  }
}

function readIdentities(file: string): Record<string, string> {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const entries = typeof read === 'object' && read !== null ? Object.entries(read) : []
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}
