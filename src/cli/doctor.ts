import { readConfig } from '../config.ts'
import { listenerUrl } from '../network.ts'
import { type Command, jsonOption } from './command.ts'
import { checkEndpoints, checkService } from './doctor-endpoints.ts'
import { checkDisk, checkNode, checkSettings, type Finding } from './doctor-machine.ts'
import { checkStore } from './doctor-store.ts'
import { urlOf, urlOption } from './service.ts'
import { paintFor } from './text.ts'

const marks = { ok: '✓', note: '·', warning: '!', failed: '✗' } as const

/** Looks at everything the service needs and says what to fix. */
export const command: Command = {
  name: 'doctor',
  summary: 'Check settings, store, clock, model endpoints and disk, and say what to fix',
  usage: 'waymark doctor [options]',
  examples: ['waymark doctor', 'DATABASE_URL=postgres://waymark@db/waymark waymark doctor --json'],
  options: { url: { ...urlOption.url, says: 'Where the service runs; default WAYMARK_URL, or HOST and PORT' }, ...jsonOption },
  async run(args, io) {
    const findings: Finding[] = [checkNode(process.versions.node)]
    let config: ReturnType<typeof readConfig> | undefined
    try {
      config = readConfig(io.env)
      findings.push(...checkSettings(config))
    } catch (error) {
      findings.push({ check: 'settings', state: 'failed', says: (error as Error).message, fix: 'Correct these variables.' })
    }
    if (config) {
      // With a PostgreSQL nothing is written here.
      if (!config.DATABASE_URL) findings.push(checkDisk(config.DATA_DIR))
      findings.push(...(await checkStore(config, new Date())), ...(await checkEndpoints(config)))
    }
    findings.push(await checkService(urlOf(args, io, config && listenerUrl(config.HOST, config.PORT))))
    const failed = findings.some(({ state }) => state === 'failed')
    if (args.options.json) io.out(JSON.stringify({ healthy: !failed, findings }))
    else {
      const paint = paintFor(io.colours)
      const colour = { ok: paint.green, note: paint.dim, warning: paint.yellow, failed: paint.red }
      for (const { check, state, says, fix } of findings) {
        io.out(`${colour[state](marks[state])} ${check.padEnd(12)} ${says}${fix ? `\n  ${paint.bold('fix:')} ${fix}` : ''}`)
      }
      io.out(failed ? '\nSomething must be fixed before Waymark can work.' : '\nWaymark can work.')
    }
    return failed ? 1 : 0
  },
}
