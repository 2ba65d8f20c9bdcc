import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled code is kept between starts; the store's threads find the folder through the environment.
const compiled = fileURLToPath(new URL('../node_modules/.cache/waymark/', import.meta.url))
if (enableCompileCache(compiled).directory) process.env.NODE_COMPILE_CACHE ??= compiled

try {
  const [{ readConfig }, { serve }] = await Promise.all([import('./config.ts'), import('./serve.ts')])
  await serve(readConfig(process.env))
  flushCompileCache()
} catch (error) {
  console.error(`Waymark cannot start.\n${(error as Error).message}`)
  // What was opened before the failure would keep the process alive, and its supervisor waiting.
  process.exit(1)
}
