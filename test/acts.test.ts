import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Store, together } from '../src/storage/store.ts'
import { testStore } from './support/harness.ts'

let store: Store
beforeAll(async () => {
  store = await testStore()
  await store.execute('CREATE TABLE noted (name text PRIMARY KEY)')
  await store.execute('CREATE TABLE named (name text REFERENCES noted (name) DEFERRABLE INITIALLY DEFERRED)')
  await store.execute("INSERT INTO noted VALUES ('known')")
})
afterAll(() => store.close())

const names = async () => (await store.query<{ name: string }>('SELECT name FROM noted ORDER BY name')).map(({ name }) => name)

test('an act of which a statement failed is refused whole, even where nobody looked at the failure', async () => {
  const act = store.transaction(async (tx) => {
    await tx.execute("INSERT INTO noted VALUES ('before')")
    await tx.execute("INSERT INTO noted VALUES ('known')").catch(() => {})
  })
  await expect(act).rejects.toThrow(/unique/i)
  expect(await names()).toEqual(['known'])
})

test('an act that fails only when it is committed is refused, and the next one is stored', async () => {
  await expect(store.transaction((tx) => tx.execute("INSERT INTO named VALUES ('nobody')"))).rejects.toThrow(/foreign key/i)
  expect(await store.query('SELECT name FROM named')).toEqual([])
  await store.transaction((tx) => tx.execute("INSERT INTO named VALUES ('known')"))
  expect(await store.query('SELECT name FROM named')).toEqual([{ name: 'known' }])
})

test.runIf(process.env.WAYMARK_TEST_STORE === 'sqlite')(
  'where a failure ends the transaction by itself, what was sent along with it is not stored on its own',
  async () => {
    const insert = (name: string, instead = '') => `INSERT ${instead} INTO noted VALUES ('${name}')`
    // Committed together with what fails, so it is not stored either, and must not be told that it was.
    const beside = store.transaction((tx) => tx.execute(insert('beside')))
    const failing = store.transaction((tx) =>
      together([tx.execute(insert('first')), tx.execute(insert('known', 'OR ROLLBACK')), tx.execute(insert('last'))]),
    )
    await expect(failing).rejects.toThrow(/unique/i)
    await expect(beside).rejects.toThrow(/unique/i)
    expect(await names()).toEqual(['known'])
    await store.transaction((tx) => tx.execute(insert('after')))
    expect(await names()).toEqual(['after', 'known'])
  },
)
