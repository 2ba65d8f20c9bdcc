import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const stamp = `${root}web/dist/.built-from`

/** What the pages take from the service itself: words and rules that both show. */
const ofTheService = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
  [...readFileSync(`${root}${file}`, 'utf8').matchAll(/from '(?:\.\.\/)+(src\/[^']+)'/g)].map(([, path]) => path!),
)

/** Builds the pages when their sources are not the ones the last build was made from. */
const sources = [
  ...globSync('web/{index.html,vite.config.ts,src/**/*,public/**/*}', { cwd: root }),
  ...globSync('sdk/src/*.ts', { cwd: root }),
  ...new Set(ofTheService),
]
const hash = createHash('sha256')
for (const file of sources.filter((name) => /\.\w+$/.test(name)).sort()) hash.update(file).update(readFileSync(`${root}${file}`))
const wanted = hash.digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  const { build } = await import('vite')
  await build({ configFile: `${root}web/vite.config.ts`, logLevel: 'warn' })
  writeFileSync(stamp, wanted)
}
