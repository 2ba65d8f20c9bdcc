import pino from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { requireAdmin } from './access.ts'
import { createMetrics } from './metrics.ts'
import type { Caller } from './operation.ts'
import { watchSecretGuesses } from './secret-guesses.ts'

const config = readConfig({ ADMIN_SECRET: 'a secret of some length' })
const now = () => new Date('2026-11-02T09:00:00.000Z')
const caller = (bearer: string): Caller => ({
  network: '203.0.113.7',
  loopback: false,
  bearer,
  telemetry: true,
  face: 'http',
  request_id: 'r',
  address: 'http://localhost',
})

function openDoor() {
  const logged: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const metrics = createMetrics()
  const secretGuesses = watchSecretGuesses({ config, log, metrics })
  const ask = (bearer: string, from: Partial<Caller> = {}) =>
    requireAdmin({ config, now, caller: { ...caller(bearer), ...from }, secretGuesses })
  const refused = async () => (await metrics.refusedSecrets.get()).values.map(({ labels, value }) => [labels.result, value])
  return { ask, logged, refused }
}

test('a network that guesses five times is locked out, even with the right secret, and by this service alone', () => {
  const [ours, others] = [openDoor(), openDoor()]
  for (let i = 0; i < 5; i++) expect(() => ours.ask(`guess ${i}`)).toThrow('This is not the operator secret.')
  expect(() => ours.ask('a secret of some length')).toThrow('Too many wrong secrets')
  expect(() => others.ask('a secret of some length')).not.toThrow()
})

test('wrong secrets are logged without what was sent, and counted; those of a network that is locked out are only counted', async () => {
  const { ask, logged, refused } = openDoor()
  for (let i = 0; i < 8; i++) expect(() => ask(`guess ${i}`)).toThrow()
  expect(logged).toHaveLength(5)
  expect(logged.at(-1)).toMatchObject({ level: 40, network: '203.0.113.7', guesses: 5, request_id: 'r' })
  expect(JSON.stringify(logged)).not.toMatch(/guess \d/)
  expect(await refused()).toEqual([
    ['wrong', 5],
    ['locked_out', 3],
  ])
})

test('who may guess without end fills no log', () => {
  const { ask, logged } = openDoor()
  for (let i = 0; i < 1000; i++) expect(() => ask('guess', { loopback: true })).toThrow('This is not the operator secret.')
  expect(logged.map(({ guesses }) => guesses)).toEqual([1, 2, 3, 4, 5, 8, 16, 32, 64, 128, 256, 512])
})
