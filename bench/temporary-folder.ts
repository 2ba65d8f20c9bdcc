import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function makeTemporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { folder, remove } = makeTemporaryFolder()
  try {
    return await work(folder)
  } finally {
    remove()
  }
}
