import { isIP } from 'node:net'
import * as z from 'zod'
import { percentDecoded } from './input/percent-encoding.ts'
import { problemWords } from './input/problem-words.ts'
import { hasHostForm } from './network.ts'

const flag = z.stringbool({ truthy: ['on', 'true', '1'], falsy: ['off', 'false', '0'] })
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const listOf = (isFit: (entry: string) => boolean, words: string) => list.refine((entries) => entries.every(isFit), `must list ${words}`)
const isOrigin = (entry: string) =>
  entry === '*' || entry === 'null' || (/^[a-z][a-z\d+.-]*:\/\/[^\s/]+$/.test(entry) && URL.canParse(entry))
/** As browsers send it: in lower case and without the port that is usual anyway. */
const asSent = (entry: string) => (/^https?:/.test(entry) ? new URL(entry).origin : entry)

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  const version = isIP(address)
  const most = version === 6 ? 128 : 32
  return version !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

const isHost = (entry: string) => entry === '*' || isIP(entry) === 6 || hasHostForm(entry)

/** Percent-encoded, as OpenTelemetry writes them; what a header cannot carry would fail every export, and show the value in the log. */
function isHeader(entry: string): boolean {
  const [, value] = /^[\w!#$%&'*+.^`|~-]+\s*=(.*)$/.exec(entry) ?? []
  return value !== undefined && printable.test(percentDecoded(value) ?? value)
}

const printable = /^[\x20-\x7e]*$/
/** It goes into a header, which carries nothing beyond ASCII. */
const secret = z.string().regex(printable, 'must contain only printable ASCII characters')

/** Only digits: `0x10` and `1e3` are numbers to a program, and hardly what a person meant. */
const whole = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, `must be a whole number from ${min} to ${max}`)
    .transform(Number)

/** Paths are appended to it, and fetch refuses a user name in it. */
const address = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((text) => {
    const { username, password, search, hash } = new URL(text)
    return `${username}${password}${search}${hash}` === ''
  }, 'must be an address without a user name, a query or a fragment')
  .transform((text) => text.replace(/\/+$/, ''))

/** Every setting, its environment name, form and default. Read once by main or the command line; nothing else reads the environment. */
const settings = z.object({
  PORT: whole(0, 65_535).default(8787),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user@host/database' }).optional(),
  DATABASE_CONNECTIONS: whole(1, 200).default(10),
  ADMIN_SECRET: secret.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PUBLIC_URL: address.optional(),
  ALLOWED_HOSTS: listOf(isHost, 'host names or addresses, for example waymark.example.com, or *').default([]),
  ALLOWED_ORIGINS: listOf(isOrigin, 'origins without a path, for example https://app.example.com, or *')
    .transform((entries) => entries.map(asSent))
    .default([]),
  TRUSTED_PROXIES: listOf(isAddressOrNetwork, 'IP addresses or networks, for example 10.0.0.7 or 10.0.0.0/8').default([]),
  RATE_LIMIT_PER_MINUTE: whole(0, 1_000_000).default(1200),
  RATE_LIMIT_AGENT_PER_MINUTE: whole(0, 1_000_000).default(600),
  RATE_LIMIT_LOOPBACK: flag.default(false),
  MAX_CONNECTIONS: whole(1, 100_000).default(10_000),
  KEEP_TASK_TEXT: flag.default(false),
  CLASSIFIER_URL: address.optional(),
  CLASSIFIER_MODEL: z.string().optional(),
  CLASSIFIER_KEY: secret.optional(),
  CLASSIFIER_BUDGET_MS: whole(1, 60_000).default(300),
  EMBEDDINGS_URL: address.optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_KEY: secret.optional(),
  /** `own` restricts the service to what its operator added, imported or pinned. */
  CATALOG: z.enum(['all', 'own']).default('all'),
  WEBHOOKS: flag.default(true),
  VERIFY_FETCH: flag.default(false),
  WAYMARK_WORKERS: whole(1, 64).default(1),
  /** A serving process that is unresponsive for this long is killed and restarted. */
  WORKER_SILENCE_SECONDS: whole(2, 3600).default(20),
  /** `durable`: a route is answered once its decision is on disk. `deferred`: it is written a moment later, and a crash may lose it. */
  DECISIONS: z.enum(['deferred', 'durable']).default('deferred'),
  /** For how long the same question gets the same decision although new reports came in. */
  ROUTE_REPEAT_MS: whole(0, 10_000).default(0),
  /** Decisions and outcomes older than this are removed; 0 keeps them. */
  RETENTION_DAYS: whole(0, 36_500).default(0),
  /** How far behind the event loop may be before anonymous requests are refused; 0 switches that off. */
  OVERLOAD_LAG_MS: whole(0, 60_000).default(2000),
  OVERLOAD_IN_FLIGHT: whole(1, 1_000_000).default(2000),
  /** How long a stopping process waits for open connections before it closes them. */
  DRAIN_SECONDS: whole(1, 600).default(10),
  /** An OpenTelemetry collector for one span per request; without it there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: listOf(isHeader, 'percent-encoded headers, for example x-key=abc,x-team=my%20team').default([]),
  OTEL_SERVICE_NAME: z.string().default('waymark'),
})

export const settingNames: readonly string[] = Object.keys(settings.shape)

export type Config = Readonly<z.output<typeof settings>>

export class ConfigError extends Error {}

/** A model endpoint that the operator has set, which takes both its address and its model. */
export function modelEndpoint(config: Config, name: 'CLASSIFIER' | 'EMBEDDINGS') {
  const [url, model, key] = [config[`${name}_URL`], config[`${name}_MODEL`], config[`${name}_KEY`]]
  return url !== undefined && model !== undefined ? { url, model, key } : undefined
}

const safeSecretLength = 32

/** What is wrong with a secret that is accepted anyway. */
export function secretWeakness({ ADMIN_SECRET }: Config): string | undefined {
  if (ADMIN_SECRET === undefined || ADMIN_SECRET.length >= safeSecretLength) return undefined
  return `ADMIN_SECRET has fewer than ${safeSecretLength} characters and may be guessed. Set a longer one.`
}

/**
 * Reads and checks the environment; gives one clear line for each bad setting. Empty values count as unset. A file that a value is taken
 * from ends in a line break, so space at either end is not part of a value; a value of nothing but space would otherwise be the number 0.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const trimmed = settingNames.flatMap((name) => (environment[name] ? [[name, environment[name].trim()] as const] : []))
  const blank = trimmed.filter(([, value]) => value === '').map(([name]) => `${name}: must not be blank`)
  const parsed = settings.safeParse(Object.fromEntries(trimmed.filter(([, value]) => value !== '')), { error: problemWords })
  if (parsed.success && blank.length === 0) return Object.freeze(parsed.data)
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  throw new ConfigError([...blank, ...wrong].join('\n'))
}
