import { expect, test } from 'vitest'
import { testApp, testStore } from '../../test/support/harness.ts'
import type { Store } from '../storage/store.ts'
import { announceChange } from './reader-part.ts'

const secret = 'operator-secret-of-at-least-32-chars'
const operator = { authorization: `Bearer ${secret}` }
const entry = { canonical_name: 'Intranet', description: 'Searches our own pages.' }

/** A store whose queries for tool servers fail while it is broken. */
function failing(store: Store) {
  let isBroken = false
  let failures = 0
  const query = ((text, values) => {
    if (!isBroken || !/FROM skills/.test(text)) return store.query(text, values)
    failures++
    return Promise.reject(new Error('the store cannot answer now'))
  }) as Store['query']
  return {
    store: { ...store, query },
    breaks: (broken: boolean) => {
      isBroken = broken
    },
    failures: () => failures,
  }
}

test('a change that was told but could not be read is read once the store answers', async () => {
  const broken = failing(await testStore())
  const app = await testApp({ store: broken.store, env: { ADMIN_SECRET: secret } })
  const find = async (slug: string) => (await app.request('GET', `/api/skills/${slug}`)).status
  await app.request('POST', '/api/admin/catalog', { slug: 'intranet', ...entry }, operator)
  expect(await find('intranet')).toBe(200)
  await app.store.execute("DELETE FROM skills WHERE slug = 'intranet'")
  broken.breaks(true)
  await announceChange(app.store)
  await expect.poll(broken.failures).toBeGreaterThan(0)
  expect(await find('intranet')).toBe(200)
  broken.breaks(false)
  await expect.poll(() => find('intranet')).toBe(404)
  await app.close()
})
