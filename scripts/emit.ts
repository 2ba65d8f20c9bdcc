import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const emitted = `${root}.emit/`

/** Writes JavaScript next to the TypeScript for `npm pack`, so that paths to data, sql and pages stay the same. */
for (const file of globSync('{src,sdk/src}/**/*.js', { cwd: root })) rmSync(`${root}${file}`)
if (!process.argv.includes('--remove')) {
  execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.emit.json`], { stdio: 'inherit' })
  for (const file of globSync('{src,sdk/src}/**/*.js', { cwd: emitted })) copyFileSync(`${emitted}${file}`, `${root}${file}`)
}
rmSync(emitted, { recursive: true, force: true })
