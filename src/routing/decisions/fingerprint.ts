import { createHmac } from 'node:crypto'
import { createRecent } from '../../recent.ts'

const mostRecent = 500

/** Recognises equal tasks without keeping their text; a fingerprint is worthless without the installation's own key. */
export function createFingerprints(key: string): (task: string) => string {
  const recent = createRecent<string>(mostRecent)
  const make = (task: string) => createHmac('sha256', key).update(normalised(task)).digest('hex').slice(0, 32)
  return (task) => recent.getOrMake(task, () => make(task))
}

function normalised(task: string): string {
  return task.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
