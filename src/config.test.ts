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
})

test('every bad setting gets a line of its own', () => {
  const read = () => readConfig({ PORT: 'many', ADMIN_SECRET: 'geheimnüs', DATABASE_URL: 'mysql://x' })
  expect(read).toThrow(/PORT: must be a number/)
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
