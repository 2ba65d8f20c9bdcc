import { parseArgs } from 'node:util'
import { stuffing, toolFlood } from './catalog.ts'
import { falseExamples } from './false-examples.ts'
import { farming } from './farming.ts'
import type { Finding } from './finding.ts'
import { falseHardness } from './models.ts'
import { networkAttacks } from './networks.ts'
import { newcomerAttacks } from './newcomers.ts'
import { patientAttacks } from './patient.ts'
import { reportAttacks } from './reports.ts'
import { taughtTown } from './taught-town.ts'
import { weightAttacks } from './weight.ts'

const full = { honest: 100, flood: 100_000, sybils: 5000, colluders: 30 }
const small = { honest: 60, flood: 3000, sybils: 600, colluders: 17 }

/** Every attack, at full or reduced size. */
export function allAttacks(isSmall: boolean): Finding[] {
  const tasks = isSmall ? 60 : 1000
  const size = isSmall ? small : full
  return [
    ...reportAttacks(size),
    ...newcomerAttacks(size),
    ...patientAttacks(size),
    ...networkAttacks(size),
    ...weightAttacks(size),
    ...falseHardness(size),
    ...falseExamples(tasks, size.sybils),
    ...taughtTown(size, isSmall ? 8 : 60),
    ...farming(isSmall ? 200 : 1000),
    ...stuffing(tasks),
    ...toolFlood(tasks),
  ]
}

export function evalAttacks(argv: string[]): void {
  const { values } = parseArgs({ args: argv, options: { small: { type: 'boolean', default: false } } })
  const findings = allAttacks(values.small)
  for (const { attack, measured, bound, what } of findings) {
    console.log(
      `${measured <= bound ? 'holds ' : 'BROKEN'}  ${attack.padEnd(24)} ${String(measured).padStart(7)} (at most ${bound}) ${what}`,
    )
  }
  if (findings.some(({ measured, bound }) => measured > bound)) process.exitCode = 1
}
