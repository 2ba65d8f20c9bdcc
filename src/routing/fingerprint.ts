import { createHmac } from 'node:crypto'

/** Tells equal tasks apart from others without keeping their text; worthless without the installation's own key. */
export function fingerprintOf(task: string, key: string): string {
  return createHmac('sha256', key).update(normalised(task)).digest('hex').slice(0, 32)
}

function normalised(task: string): string {
  return task.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
