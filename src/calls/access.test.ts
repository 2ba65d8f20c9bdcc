import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { requireAdmin, type SecretGuesses } from './access.ts'
import type { Caller } from './operation.ts'

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

test('a network that guesses five times is locked out, even with the right secret, and by this service alone', () => {
  const [ours, others]: SecretGuesses[] = [new Map(), new Map()]
  const ask = (bearer: string, secretGuesses = ours!) => requireAdmin({ config, now, caller: caller(bearer), secretGuesses })
  for (let i = 0; i < 5; i++) expect(() => ask(`guess ${i}`)).toThrow('This is not the operator secret.')
  expect(() => ask('a secret of some length')).toThrow('Too many wrong secrets')
  expect(() => ask('a secret of some length', others)).not.toThrow()
})
