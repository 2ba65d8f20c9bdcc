import type { Command } from './command.ts'

/** Every command, loaded only when it is asked for, in the order in which help shows them. */
export const commands: Record<string, () => Promise<{ command: Command }>> = {
  serve: () => import('./serve.ts'),
  route: () => import('./route.ts'),
  model: () => import('./model.ts'),
  report: () => import('./report.ts'),
  search: () => import('./search.ts'),
  compare: () => import('./compare.ts'),
  missions: () => import('./missions.ts'),
  challenges: () => import('./challenges.ts'),
  balance: () => import('./balance.ts'),
  catalog: () => import('./catalog.ts'),
  models: () => import('./models.ts'),
  verify: () => import('./verify.ts'),
  mcp: () => import('./mcp.ts'),
  export: () => import('./export.ts'),
  doctor: () => import('./doctor.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  rebuild: () => import('./rebuild.ts'),
  replay: () => import('./replay.ts'),
  'migrate-store': () => import('./migrate-store.ts'),
  completion: () => import('./completion.ts').then(({ completionOf }) => ({ command: completionOf(loadAll) })),
}

export async function loadAll(): Promise<Command[]> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()))
  return loaded.map(({ command }) => command)
}
