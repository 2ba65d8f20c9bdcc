import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testStore } from '../../test/support/harness.ts'
import { ServiceError } from '../errors.ts'
import { watchStore } from './store-watch.ts'

test('acts that fail again and again, with queries that succeed between them, are one outage', async () => {
  const store = await testStore()
  const full = new ServiceError('unavailable', 'The disk is full.', { retry_after_seconds: 1 })
  const told: string[] = []
  const watched = watchStore(
    { ...store, transaction: (() => Promise.reject(full)) as typeof store.transaction },
    { onAway: (error) => told.push((error as Error).message), onBack: () => told.push('back') },
  )
  for (let i = 0; i < 3; i++) {
    await expect(watched.store.transaction(async () => {})).rejects.toBe(full)
    expect(watched.isAway()).toBe(true)
    await watched.store.query('SELECT 1')
    expect(watched.isAway()).toBe(false)
    await sleep(50)
  }
  expect(told).toEqual(['The disk is full.'])
  await expect.poll(() => told).toEqual(['The disk is full.', 'back'])
  watched.close()
  await store.close()
})
