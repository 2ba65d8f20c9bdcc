import { openPostgres } from '../src/adapters/postgres.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import { findLosses, killRepeatedly, noLosses } from '../test/kill-runs.ts'
import { startPostgres } from '../test/postgres-server.ts'

/** `node scripts/kill-loop.ts [kills] [sqlite|postgres]`: kills the loaded service again and again, then looks for losses. */
const kills = Number(process.argv[2] ?? 200)
const engines = process.argv[3] ? [process.argv[3]] : ['sqlite', 'postgres']

for (const engine of engines) {
  const server = engine === 'postgres' ? await startPostgres({ fsync: 'on', synchronous_commit: 'on' }) : undefined
  const runs = await killRepeatedly(kills, server ? { DATABASE_URL: server.url } : {}, (n) => {
    if (n % 10 === 0) console.log(`${engine}: ${n} kills`)
  })
  const store = server ? await openPostgres({ url: server.url, connections: 2, onError: () => {} }) : await openSqlite(runs.folder)
  const found = await findLosses(runs, store.query)
  const good = JSON.stringify(found) === JSON.stringify(noLosses)
  console.log(
    `${engine}: ${kills} kills, ${runs.sent} sent, ${runs.acknowledged.size} acknowledged: ${good ? 'all well' : JSON.stringify(found)}`,
  )
  if (!good) process.exitCode = 1
  await store.close()
  runs.clean()
  await server?.stop()
}
