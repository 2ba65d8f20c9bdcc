import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const needed = [
  'bin',
  'clients',
  'data',
  'docs',
  'scripts',
  'sdk/src',
  'sdk/package.json',
  'sdk/README.md',
  'sdk/tsconfig.json',
  'sql',
  'src',
  'web/dist',
  'LICENSE',
  'README.md',
  'package.json',
  'tsconfig.json',
  'tsconfig.emit.json',
]

/** A copy of the repository that a test may change, on the same installed packages. */
export function copyTree(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-tree-'))
  for (const path of needed) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(path, join(folder, path), { recursive: true, filter: (name) => !name.endsWith('__pycache__') })
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
