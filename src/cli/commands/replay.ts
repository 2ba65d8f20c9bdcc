import { readConfig } from '../../config.ts'
import { alwaysMostUsed, bestPerCluster, type Logged, type OtherPolicy, rewardModel, worthOf } from '../../routing/decisions/off-policy.ts'
import { loggedDecisions } from '../../routing/evidence/logged-store.ts'
import { type Command, jsonOption, show, textOption, UsageError } from '../command.ts'
import { openExistingStore } from '../existing-store.ts'

const fewestDecisions = 20

/** Compares policies on the installation's own log: nothing is run again, so only what was tried can be judged well. */
export const command: Command = {
  name: 'replay',
  summary: 'Compare routing policies on your own logged decisions and their outcomes',
  usage: 'waymark replay [options]',
  examples: ['waymark replay', 'waymark replay --kind tool --json'],
  options: { kind: { type: 'string', value: 'tool|model', says: 'Which decisions; default model' }, ...jsonOption },
  async run(args, io) {
    const kind = textOption(args, 'kind') ?? 'model'
    if (kind !== 'tool' && kind !== 'model') throw new UsageError('--kind is tool or model.')
    const store = await openExistingStore(readConfig(io.env))
    try {
      const { log, isCut } = await loggedDecisions(store, kind)
      if (log.length < fewestDecisions) {
        const few = `There are ${log.length} decisions about ${kind}s with a linked outcome; ${fewestDecisions} are needed.`
        const hint = 'Reports count here once they name the decision_id of the answer they follow.'
        return io.fail(`${few} ${hint} For the others, use --kind ${kind === 'tool' ? 'model' : 'tool'}.`)
      }
      const rows = compare(log)
      return show(args, io, {
        json: { kind, decisions: log.length, older_left_out: isCut, policies: rows },
        text: table(log.length, isCut, rows),
      })
    } finally {
      await store.close()
    }
  },
}

type Row = { policy: string } & ReturnType<typeof worthOf>

/** The first half teaches, the second judges. */
export function compare(log: readonly Logged[]): Row[] {
  const half = Math.floor(log.length / 2)
  const [taught, judged] = [log.slice(0, half), log.slice(half)]
  const expected = rewardModel(taught)
  const policies: Record<string, OtherPolicy> = {
    'as logged': () => null,
    'best per cluster': bestPerCluster(taught),
    'always the most used': alwaysMostUsed(taught),
  }
  return Object.entries(policies).map(([policy, of]) => ({ policy, ...worthOf(of, judged, expected) }))
}

const shown = (value: number | null) => (value === null ? '-' : value.toFixed(3))

function table(count: number, isCut: boolean, rows: readonly Row[]): string {
  const which = isCut
    ? `The latest ${count} decisions with a linked outcome; older ones are left out`
    : `${count} decisions with a linked outcome`
  const head = `${'policy'.padEnd(22)}${'IPS'.padStart(8)}${'doubly robust'.padStart(16)}${'coverage'.padStart(10)}`
  const lines = rows.map(
    ({ policy, ips, doubly_robust, error, coverage }) =>
      `${policy.padEnd(22)}${shown(ips).padStart(8)}${`${shown(doubly_robust)} ±${error.toFixed(3)}`.padStart(16)}${shown(coverage).padStart(10)}`,
  )
  return [`${which}. The later half is judged; 1 is the best outcome.`, head, ...lines].join('\n')
}
