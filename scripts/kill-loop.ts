import { openPostgres } from '../src/adapters/postgres.ts'
import { openSqlite } from '../src/adapters/sqlite.ts'
import { findLosses, killRepeatedly, noLosses } from '../test/support/kill-runs.ts'
import { durable, startPostgres } from '../test/support/postgres-server.ts'

/**
 * `node scripts/kill-loop.ts [kills] [sqlite|postgres|database]`: kills the loaded service again and again, then looks for losses.
 * With `database` each kill takes the service or its PostgreSQL, by chance.
 */
const kills = Number(process.argv[2] ?? 200)
const modes = process.argv[3] ? [process.argv[3]] : ['sqlite', 'postgres', 'database']

for (const mode of modes) {
  const server = mode === 'sqlite' ? undefined : await startPostgres(durable)
  const victims: Record<string, number> = {}
  const runs = await killRepeatedly(kills, {
    env: server ? { DATABASE_URL: server.url } : {},
    ...(server && mode === 'database' ? { database: server } : {}),
    onKill(n, victim) {
      victims[victim] = (victims[victim] ?? 0) + 1
      if (n % 10 === 0) console.log(`${mode}: ${n} kills`)
    },
  })
  const store = server ? await openPostgres({ url: server.url, connections: 2, onError: () => {} }) : await openSqlite(runs.folder)
  const found = await findLosses(runs, store.query)
  const good = JSON.stringify(found) === JSON.stringify(noLosses)
  console.log(
    `${mode}: ${kills} kills ${JSON.stringify(victims)}, ${runs.sent} sent, ${runs.acknowledged.size} acknowledged: ${good ? 'all well' : JSON.stringify(found)}`,
  )
  if (!good) process.exitCode = 1
  await store.close()
  runs.clean()
  await server?.stop()
}
