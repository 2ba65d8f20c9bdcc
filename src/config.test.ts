import { expect, test } from 'vitest'
import { readConfig, secretWeakness } from './config.ts'

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 8787,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    CLASSIFIER_BUDGET_MS: 300,
    KEEP_TASK_TEXT: false,
  })
  expect(readConfig({ ADMIN_SECRET: '' }).ADMIN_SECRET).toBeUndefined()
})

test('a slash at the end of PUBLIC_URL is removed, because addresses are built on it', () => {
  expect(readConfig({ PUBLIC_URL: 'https://waymark.example/' }).PUBLIC_URL).toBe('https://waymark.example')
  expect(readConfig({ PUBLIC_URL: 'https://waymark.example/at//' }).PUBLIC_URL).toBe('https://waymark.example/at')
})

test('every bad setting gets a line of its own', () => {
  const read = () => readConfig({ PORT: 'many', ADMIN_SECRET: 'geheimnüs', DATABASE_URL: 'mysql://x' })
  expect(read).toThrow(/PORT: must be a whole number from 0 to 65535/)
  expect(read).toThrow(/ADMIN_SECRET: must contain only printable ASCII/)
  expect(read).toThrow(/DATABASE_URL/)
})

test('the operator secret is one that a header can carry', () => {
  const secret = 'operator-secret-of-at-least-32-chars'
  expect(readConfig({ ADMIN_SECRET: ` ${secret}\n` }).ADMIN_SECRET).toBe(secret)
  expect(() => readConfig({ ADMIN_SECRET: ' '.repeat(40) })).toThrow(/ADMIN_SECRET: must not be blank/)
  expect(() => readConfig({ ADMIN_SECRET: `ü${secret}` })).toThrow(/ADMIN_SECRET: must contain only printable ASCII/)
})

test('a short operator secret is accepted with a warning', () => {
  expect(readConfig({ ADMIN_SECRET: 's' }).ADMIN_SECRET).toBe('s')
  expect(secretWeakness(readConfig({ ADMIN_SECRET: 's'.repeat(31) }))).toContain('fewer than 32 characters')
  expect(secretWeakness(readConfig({ ADMIN_SECRET: 's'.repeat(32) }))).toBeUndefined()
  expect(secretWeakness(readConfig({}))).toBeUndefined()
})

test.each([
  ['TRUSTED_PROXIES', '10.0.0.1, nginx', 'must list IP addresses or networks'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'must list IP addresses or networks'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8', 'must list IP addresses or networks'],
  ['ALLOWED_ORIGINS', 'app.example', 'must list origins without a path'],
  ['ALLOWED_ORIGINS', 'https://app.example/', 'must list origins without a path'],
  ['ALLOWED_ORIGINS', 'https://app.example:port', 'must list origins without a path'],
  ['ALLOWED_HOSTS', 'https://waymark.example', 'must list host names or addresses'],
  ['ALLOWED_HOSTS', 'waymark.example/docs', 'must list host names or addresses'],
])('%s=%s, which could never match, is named', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${words}`)
})

test('lists take addresses, networks and origins of every kind', () => {
  const given = { TRUSTED_PROXIES: '10.0.0.1, fd00::/8,::1', ALLOWED_ORIGINS: 'https://app.example:8443, chrome-extension://abc' }
  expect(readConfig(given)).toMatchObject({
    TRUSTED_PROXIES: ['10.0.0.1', 'fd00::/8', '::1'],
    ALLOWED_ORIGINS: ['https://app.example:8443', 'chrome-extension://abc'],
  })
  expect(readConfig({ ALLOWED_ORIGINS: '*' }).ALLOWED_ORIGINS).toEqual(['*'])
})

test('origins are compared as browsers send them', () => {
  const given = 'https://App.Example:443, http://app.example:80, http://app.example:8080, https://bücher.example, null'
  const sent = ['https://app.example', 'http://app.example', 'http://app.example:8080', 'https://xn--bcher-kva.example', 'null']
  expect(readConfig({ ALLOWED_ORIGINS: given }).ALLOWED_ORIGINS).toEqual(sent)
})

test.each(['PORT', 'HOST', 'DATA_DIR', 'RATE_LIMIT_PER_MINUTE', 'CLASSIFIER_KEY', 'ALLOWED_HOSTS'])(
  '%s of nothing but space is refused, and is not the number 0',
  (name) => {
    expect(() => readConfig({ [name]: ' \n' })).toThrow(`${name}: must not be blank`)
  },
)

test('the line break at the end of a file is no part of a value', () => {
  const given = { CLASSIFIER_MODEL: 'small\n', CLASSIFIER_KEY: 'key\n', KEEP_TASK_TEXT: ' on\n', PORT: '9000\n' }
  expect(readConfig(given)).toMatchObject({ CLASSIFIER_MODEL: 'small', CLASSIFIER_KEY: 'key', KEEP_TASK_TEXT: true, PORT: 9000 })
})

test.each(['on', 'true', '1', 'ON'])('KEEP_TASK_TEXT=%s turns it on', (word) => {
  expect(readConfig({ KEEP_TASK_TEXT: word }).KEEP_TASK_TEXT).toBe(true)
})

test.each(['off', 'false', '0', 'Off'])('WEBHOOKS=%s turns it off', (word) => {
  expect(readConfig({ WEBHOOKS: word }).WEBHOOKS).toBe(false)
})

test('a word that is neither on nor off is refused with those that are', () => {
  expect(() => readConfig({ WEBHOOKS: 'maybe' })).toThrow(/^WEBHOOKS: must be one of on, true, 1, off, false, 0$/)
})

test.each(['9'.repeat(99), '65536', '-1', '0x10', '0b1', '1e3', '80.5', '8_080', 'NaN', 'Infinity'])('PORT=%s gets one line', (given) => {
  expect(() => readConfig({ PORT: given })).toThrow(/^PORT: must be a whole number from 0 to 65535$/)
})

test.each(['PUBLIC_URL', 'CLASSIFIER_URL', 'EMBEDDINGS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])(
  '%s is one that paths can be put behind and fetch takes',
  (name) => {
    for (const address of ['https://models.example:8443/v1', 'https://models.example:8443/v1/'])
      expect(readConfig({ [name]: address })).toMatchObject({ [name]: 'https://models.example:8443/v1' })
    for (const address of ['https://me:hush@models.example', 'https://models.example/v1?version=3', 'https://models.example/#v1'])
      expect(() => readConfig({ [name]: address })).toThrow(`${name}: must be an address without a user name, a query or a fragment`)
  },
)

test.each(['PUBLIC_URL', 'CLASSIFIER_URL', 'EMBEDDINGS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])(
  '%s is named when it is no address, with what else is wrong',
  (name) => {
    for (const address of ['models.example', 'localhost:4318', 'https://', 'ftp://models.example'])
      expect(() => readConfig({ [name]: address, DRAIN_SECONDS: 'soon' })).toThrow(
        new RegExp(`^(?=[^]*${name}: must be a full address)[^]*DRAIN_SECONDS: must be a whole number`),
      )
  },
)

test.each(['hush', 'a b=hush', 'key=hush%0a', 'key=h\u00fcsh', 'key=hush,hush'])(
  'the headers for traces %s are refused and not shown',
  (headers) => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: headers })).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS: must list [^h]+ headers, for example x-key=abc,x-team=my%20team$/,
    )
  },
)

test('headers for traces are taken as OpenTelemetry writes them', () => {
  const given = { OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc=, X-Team = a,share=100%,mark=%ff' }
  expect(readConfig(given).OTEL_EXPORTER_OTLP_HEADERS).toEqual(['Authorization=Basic%20abc=', 'X-Team = a', 'share=100%', 'mark=%ff'])
})

test('a key is one that a header can carry', () => {
  expect(() => readConfig({ CLASSIFIER_KEY: 'a\nb', EMBEDDINGS_KEY: 'ü' })).toThrow(
    /CLASSIFIER_KEY: must contain only printable.*\nEMBEDDINGS_KEY/,
  )
})

test('host names are taken in every form', () => {
  const hosts = ['waymark.example', 'waymark.example:8443', '10.0.0.7', '[2001:db8::1]:8787', '2001:db8::1', 'my_host', '*']
  expect(readConfig({ ALLOWED_HOSTS: hosts.join(', ') }).ALLOWED_HOSTS).toEqual(hosts)
})
