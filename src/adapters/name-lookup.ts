import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

export type Resolved = { address: string; family: number }
export type NameLookup = (hostname: string, signal: AbortSignal) => Promise<Resolved[]>
type NameLookupOptions = { servers?: string[]; hostsFile?: string }

const tryMs = 1500
const tries = 2
const usualHostsFile = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/**
 * Asks the name servers itself. The lookups of the system share two threads for the whole process, so a few names whose servers say nothing
 * would hold up all others, that of the database among them. As with those, the hosts file goes first. Empty where nothing is found.
 */
export function createNameLookup({ servers, hostsFile = usualHostsFile }: NameLookupOptions = {}): NameLookup {
  return async (hostname, signal) => {
    const name = hostname.replace(/\.$/, '').toLowerCase()
    const listed = listedFor(name, await readFile(hostsFile, 'utf8').catch(() => ''))
    if (listed.length > 0 || signal.aborted) return resolved(listed)
    const resolver = new Resolver({ timeout: tryMs, tries })
    if (servers) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return resolved(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])))
  }
}

const resolved = (addresses: readonly string[]): Resolved[] => addresses.map((address) => ({ address, family: isIP(address) }))

function listedFor(name: string, hosts: string): string[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : []
  })
}
