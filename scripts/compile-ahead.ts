import { mkdtempSync, rmSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Fills the cache of compiled code that src/main.ts uses, so that the first start is as quick and as small as the later ones. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/waymark/', import.meta.url))
if (enableCompileCache(compiled).directory) {
  process.env.NODE_COMPILE_CACHE = compiled
  const { openStore } = await import('../src/serve.ts')
  const { readConfig } = await import('../src/config.ts')
  const folder = mkdtempSync(join(tmpdir(), 'waymark-compile-'))
  const store = await openStore(readConfig({ DATA_DIR: folder }))
  await store.close()
  rmSync(folder, { recursive: true, force: true })
  flushCompileCache()
}
