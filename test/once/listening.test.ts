import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openPostgres } from '../../src/adapters/postgres.ts'
import { type CutProxy, startCutProxy } from '../faults/cut-proxy.ts'
import { freshDatabase } from '../support/harness.ts'

let proxy: CutProxy
let database: Awaited<ReturnType<typeof freshDatabase>>
afterEach(async () => {
  proxy.close()
  await database.drop()
})

test('a connection that hears of changes and is forgotten on the way, without a word to either side, is made anew', async () => {
  database = await freshDatabase()
  proxy = await startCutProxy(database.url)
  const store = await openPostgres({ url: proxy.url, connections: 1, onError: () => {}, checkEveryMs: 300 })
  const elsewhere = await openPostgres({ url: database.url, connections: 1, onError: () => {} })
  const heard: string[] = []
  store.listen('changed', (payload) => void heard.push(payload))
  const hearing = (payload: string) =>
    expect.poll(async () => {
      await elsewhere.notify('changed', payload)
      return heard
    })
  await hearing('before').toContain('before')
  // Some time without any line first: attempts that fail are followed by others.
  proxy.cut()
  await sleep(1500)
  proxy.restore()
  await expect.poll(() => heard).toContain('')
  heard.length = 0
  proxy.forget()
  await hearing('after').toContain('after')
  // What was said meanwhile is lost, so listeners are told to look for themselves.
  expect(heard).toContain('')
  await elsewhere.close()
  proxy.cut()
  await store.close()
})

test('an outage is told once, however many connections broke and attempts failed; so is the next one', async () => {
  database = await freshDatabase()
  proxy = await startCutProxy(database.url)
  let told = 0
  const store = await openPostgres({ url: proxy.url, connections: 3, onError: () => told++ })
  const heard: string[] = []
  store.listen('changed', (payload) => void heard.push(payload))
  for (const outages of [1, 2]) {
    await expect.poll(() => heard.length).toBe(outages)
    await Promise.all([1, 2, 3].map((n) => store.query(`SELECT pg_sleep(0.1), ${n}`)))
    proxy.cut()
    await sleep(2000)
    expect(told).toBe(outages)
    proxy.restore()
  }
  await store.close()
})

test('channels that are added at once are all heard, and the driver warns of nothing', async () => {
  database = await freshDatabase()
  proxy = await startCutProxy(database.url)
  const warnings: string[] = []
  const warned = ({ message }: Error) => void warnings.push(message)
  process.on('warning', warned)
  const store = await openPostgres({ url: database.url, connections: 1, onError: () => {} })
  const heard = new Set<string>()
  const listen = (channel: string) => store.listen(channel, () => void heard.add(channel))
  listen('first')
  await expect.poll(async () => [...heard, await store.notify('first', '')]).toContain('first')
  const more = ['second', 'third', 'fourth']
  for (const channel of more) listen(channel)
  await expect
    .poll(async () => {
      for (const channel of more) await store.notify(channel, '')
      return heard.size
    })
    .toBe(4)
  process.off('warning', warned)
  expect(warnings).toEqual([])
  await store.close()
})

test('a database that says nothing any more does not hold up the end', async () => {
  database = await freshDatabase()
  proxy = await startCutProxy(database.url)
  const store = await openPostgres({ url: proxy.url, connections: 2, onError: () => {} })
  store.listen('changed', () => {})
  await Promise.all([store.query('SELECT 1'), store.query('SELECT 2'), sleep(500)])
  proxy.stall()
  expect(await Promise.race([store.close(), sleep(20_000, 'still waiting')])).toBeUndefined()
})

test('a store that is closed while it begins to listen leaves no connection behind', async () => {
  database = await freshDatabase()
  proxy = await startCutProxy(database.url)
  const store = await openPostgres({ url: proxy.url, connections: 1, onError: () => {} })
  store.listen('changed', () => {})
  await store.close()
  await sleep(1000)
  const elsewhere = await openPostgres({ url: database.url, connections: 1, onError: () => {} })
  const left = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'waymark-listen'"
  await expect.poll(() => elsewhere.query(left)).toEqual([])
  await elsewhere.close()
})
