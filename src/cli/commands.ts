import type { Command } from './command.ts'

/** Every command, loaded only when it is asked for, in the order in which help shows them. */
export const commands: Record<string, () => Promise<{ command: Command }>> = {
  serve: () => import('./commands/serve.ts'),
  route: () => import('./commands/route.ts'),
  model: () => import('./commands/model.ts'),
  report: () => import('./commands/report.ts'),
  search: () => import('./commands/search.ts'),
  compare: () => import('./commands/compare.ts'),
  missions: () => import('./commands/missions.ts'),
  challenges: () => import('./commands/challenges.ts'),
  balance: () => import('./commands/balance.ts'),
  catalog: () => import('./commands/catalog.ts'),
  models: () => import('./commands/models.ts'),
  verify: () => import('./commands/verify.ts'),
  mcp: () => import('./commands/mcp.ts'),
  export: () => import('./commands/export.ts'),
  doctor: () => import('./commands/doctor.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  rebuild: () => import('./commands/rebuild.ts'),
  replay: () => import('./commands/replay.ts'),
  'migrate-store': () => import('./commands/migrate-store.ts'),
  completion: () => import('./commands/completion.ts').then(({ completionOf }) => ({ command: completionOf(loadAll) })),
}

export async function loadAll(): Promise<Command[]> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()))
  return loaded.map(({ command }) => command)
}
