import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Config, secretWeakness, settingNames } from '../config.ts'
import { editDistance } from '../input/edit-distance.ts'
import { isLocalListener } from '../network.ts'

export type Finding = { check: string; state: 'ok' | 'note' | 'warning' | 'failed'; says: string; fix?: string }

const oldestNode = 24

export function checkNode(version: string): Finding {
  if (Number(version.split('.')[0]) >= oldestNode) return { check: 'node', state: 'ok', says: `Node ${version}` }
  return {
    check: 'node',
    state: 'failed',
    says: `Node ${version} is too old.`,
    fix: `Use Node ${oldestNode}: npm install includes one.`,
  }
}

/** Settings that are valid and still probably not what was meant. */
export function checkSettings(config: Config): Finding[] {
  const check = 'settings'
  const found: Finding[] = []
  if (!isLocalListener(config.HOST) && !config.PUBLIC_URL && config.ALLOWED_HOSTS.length === 0) {
    found.push({
      check,
      state: 'warning',
      says: `${config.HOST} takes requests under any Host name.`,
      fix: 'Set PUBLIC_URL or ALLOWED_HOSTS.',
    })
  }
  const weakness = secretWeakness(config)
  if (weakness) found.push({ check, state: 'warning', says: weakness })
  if (!config.ADMIN_SECRET)
    found.push({ check, state: 'note', says: 'ADMIN_SECRET is not set: the operator has no API, and its page can do nothing.' })
  return found.some(({ state }) => state === 'warning') ? found : [{ check, state: 'ok', says: 'All settings are valid.' }, ...found]
}

/** Shorter names are too close to those that other programs read. */
const shortestName = 8
const mostSlips = 2

/** Variables that nothing reads, though a setting has almost the same name. */
export function checkNames(environment: Record<string, string | undefined>): Finding[] {
  return Object.keys(environment).flatMap((name) => {
    const meant = settingNames.includes(name) ? undefined : settingNames.find((setting) => isAlmost(name, setting))
    if (!meant) return []
    return [{ check: 'settings', state: 'warning', says: `${name} is no setting and has no effect.`, fix: `Did you mean ${meant}?` }]
  })
}

function isAlmost(name: string, setting: string): boolean {
  if (name === `WAYMARK_${setting}` || `WAYMARK_${name}` === setting) return true
  return Math.min(name.length, setting.length) >= shortestName && editDistance(name.toUpperCase(), setting, mostSlips) !== undefined
}

const leastBytes = 100 * 1024 ** 2
const fewBytes = 1024 ** 3

export function checkDisk(dataDir: string): Finding {
  const folder = nearestFolder(resolve(dataDir))
  const check = 'disk'
  if (!statSync(folder).isDirectory()) return { check, state: 'failed', says: `${folder} is not a folder.`, fix: 'Set DATA_DIR to one.' }
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return {
      check,
      state: 'failed',
      says: `${folder} cannot be written.`,
      fix: 'Let this user write there, or set DATA_DIR.',
    }
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const says = `${(free / 1024 ** 3).toFixed(1)} GiB free at ${folder}`
  if (free < leastBytes) return { check, state: 'failed', says, fix: 'Free some space: the store refuses to write when the disk is full.' }
  return free < fewBytes ? { check, state: 'warning', says, fix: 'Free some space soon.' } : { check, state: 'ok', says }
}

/** The data folder itself, or where it would be made. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}
