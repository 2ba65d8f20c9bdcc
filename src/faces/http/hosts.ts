import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { ServiceError } from '../../errors.ts'
import { hasHostForm, isLocalListener, isLoopback, listenerUrl } from '../../network.ts'

const localNames = ['localhost', '127.0.0.1', '::1']

export type HostCheck = ReturnType<typeof createHostCheck>

/** Refuses requests that a web page smuggled in under a foreign name (DNS rebinding). */
export function createHostCheck(config: Config) {
  const publicHost = config.PUBLIC_URL ? hostName(new URL(config.PUBLIC_URL).hostname) : undefined
  const named = [...config.ALLOWED_HOSTS.map((host) => hostName(host)), ...(publicHost ? [publicHost] : [])]
  const servesAnyone = named.length === 0 && !isLocalListener(config.HOST)
  const known = new Set([...localNames, config.HOST.toLowerCase(), ...named])
  const origins = new Set([...config.ALLOWED_ORIGINS, ...(config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).origin] : [])])

  const isHostAllowed = (host: string | undefined) => {
    if (servesAnyone) return true
    const name = hostName(host ?? '')
    return known.has(name) || known.has('*') || name.endsWith('.localhost') || (isIP(name) !== 0 && isLoopback(name))
  }
  return {
    /** The address to hand out to callers that came under this Host, whose form was checked. */
    addressUnder(host: string | undefined): string {
      if (config.PUBLIC_URL) return config.PUBLIC_URL
      return host ? `http://${host}` : listenerUrl(config.HOST, config.PORT)
    },
    /** What HTTP itself asks of every request, also of those that are answered under any name. */
    requireHostForm(host: string | undefined, httpVersion: string): void {
      const isWellFormed = host === undefined ? httpVersion === '1.0' : host === '' || hasHostForm(host)
      if (!isWellFormed) throw new ServiceError('invalid_input', 'Send the name or the IP address of this service in the Host header.')
    },
    requireHost(host: string | undefined): void {
      if (!isHostAllowed(host))
        throw new ServiceError('forbidden', 'This Host is not served here. Operators: add it to ALLOWED_HOSTS or set PUBLIC_URL.')
    },
    requireOrigin(origin: string | undefined, host: string | undefined): void {
      if (origin === undefined || origins.has(origin) || origins.has('*')) return
      const parsed = URL.canParse(origin) ? new URL(origin) : undefined
      const isSameHost = parsed !== undefined && parsed.host === host?.toLowerCase()
      const isLocal =
        parsed !== undefined &&
        /^https?:$/.test(parsed.protocol) &&
        (localNames.includes(hostName(parsed.host)) || parsed.hostname.endsWith('.localhost'))
      if (!isSameHost && !isLocal) throw new ServiceError('forbidden', 'This Origin may not connect. Operators: add it to ALLOWED_ORIGINS.')
    },
  }
}

function hostName(host: string): string {
  const match = /^\[([^\]]+)\](?::\d+)?$/.exec(host) ?? /^([^:]+)(?::\d+)?$/.exec(host)
  return (match?.[1] ?? host).toLowerCase()
}
