import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One agent identity for each service, in a file that only the user can read. */
export type Identity = { get: () => string | undefined; set: (id: string) => void; forget: () => void }

export function configFolder(env: Record<string, string | undefined>, platform: string, home: string): string {
  const base = platform === 'win32' ? (env.APPDATA ?? join(home, 'AppData', 'Roaming')) : (env.XDG_CONFIG_HOME ?? join(home, '.config'))
  return join(base, 'waymark')
}

export function openIdentity(folder: string, serviceUrl: string): Identity {
  const file = join(folder, 'identities.json')
  const service = new URL(serviceUrl).origin

  function save(change: (identities: Record<string, string>) => void): void {
    const identities = readIdentities(file)
    change(identities)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // A reader sees the old file or the new one, never half of it.
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${JSON.stringify(identities, null, 2)}\n`, { mode: 0o600 })
    renameSync(draft, file)
  }

  return {
    get: () => readIdentities(file)[service],
    set: (id) =>
      save((identities) => {
        identities[service] = id
      }),
    forget: () =>
      save((identities) => {
        delete identities[service]
      }),
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
