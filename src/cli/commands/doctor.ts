import { type Config, readConfig } from '../../config.ts'
import { listenerUrl } from '../../network.ts'
import { thrownMessage } from '../../thrown.ts'
import { type Arguments, type Command, type Io, jsonOption, show } from '../command.ts'
import { checkEndpoints, checkService } from '../doctor-endpoints.ts'
import { checkDisk, checkNames, checkNode, checkSettings, type Finding } from '../doctor-machine.ts'
import { checkStore } from '../doctor-store.ts'
import { urlOf, urlOption } from '../service.ts'
import { type Paint, paintFor } from '../text.ts'

const marks = { ok: '✓', note: '·', warning: '!', failed: '✗' } as const

/** Looks at everything the service needs and says what to fix. */
export const command: Command = {
  name: 'doctor',
  summary: 'Check settings, store, clock, model endpoints and disk, and say what to fix',
  usage: 'waymark doctor [options]',
  examples: ['waymark doctor', 'DATABASE_URL=postgres://waymark@db/waymark waymark doctor --json'],
  options: { url: { ...urlOption.url, says: 'Where the service runs; default WAYMARK_URL, or HOST and PORT' }, ...jsonOption },
  async run(args, io) {
    const findings = await lookAtAll(args, io)
    const failed = findings.some(({ state }) => state === 'failed')
    show(args, io, { json: { healthy: !failed, findings }, text: textOf(findings, paintFor(io.colours)) })
    return failed ? 1 : 0
  },
}

async function lookAtAll(args: Arguments, io: Io): Promise<Finding[]> {
  const findings: Finding[] = [checkNode(process.versions.node)]
  let config: Config | undefined
  try {
    config = readConfig(io.env)
    findings.push(...checkSettings(config))
  } catch (error) {
    findings.push({ check: 'settings', state: 'failed', says: thrownMessage(error), fix: 'Correct these variables.' })
  }
  findings.push(...checkNames(io.env))
  if (config) {
    // With PostgreSQL nothing is written here.
    if (!config.DATABASE_URL) findings.push(checkDisk(config.DATA_DIR))
    findings.push(...(await checkStore(config, new Date())), ...(await checkEndpoints(config)))
  }
  return [...findings, await checkService(urlOf(args, io, config && listenerUrl(config.HOST, config.PORT)))]
}

function textOf(findings: readonly Finding[], paint: Paint): string {
  const colour = { ok: paint.green, note: paint.dim, warning: paint.yellow, failed: paint.red }
  const lines = findings.map(
    ({ check, state, says, fix }) =>
      `${colour[state](marks[state])} ${check.padEnd(12)} ${says}${fix ? `\n  ${paint.bold('fix:')} ${fix}` : ''}`,
  )
  const failed = findings.some(({ state }) => state === 'failed')
  return [...lines, '', failed ? 'Something must be fixed before Waymark can work.' : 'Waymark can work.'].join('\n')
}
