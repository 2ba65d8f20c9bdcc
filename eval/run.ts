import { UsageError, usageProblem } from './usage.ts'

// One command per measurement; each is loaded only when asked for. Without a command, our own labelled set runs.
const commands: Record<string, (args: string[]) => unknown> = {
  attacks: async (args) => (await import('./attacks/run.ts')).evalAttacks(args),
  feedback: async (args) => (await import('./feedback.ts')).evalFeedback(args),
  frames: async (args) => (await import('./frames.ts')).evalFrames(args),
  injections: async (args) => (await import('./injections.ts')).evalInjections(args),
  own: async (args) => (await import('./own-run.ts')).evalOwn(args),
  recorded: async () => (await import('./recorded.ts')).evalRecorded(),
  replay: async (args) => (await import('./replay.ts')).evalReplay(args),
  stack: async () => (await import('./stack.ts')).evalStack(),
  route: async (args) => (await import('./route.ts')).evalRoute(args),
  models: async (args) => (await import('./models.ts')).evalModels(args),
  tiers: async (args) => (await import('./tiers.ts')).evalTiers(args),
  tools: async (args) => (await import('./tools.ts')).evalTools(args),
}

const [command = 'own', ...args] = process.argv.slice(2)
try {
  const measure = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!measure) throw new UsageError(`Unknown measurement "${command}". Known: ${Object.keys(commands).join(', ')}.`)
  await measure(args)
} catch (thrown) {
  const problem = usageProblem(thrown)
  if (problem === undefined) throw thrown
  console.error(problem)
  process.exitCode = 2
}
