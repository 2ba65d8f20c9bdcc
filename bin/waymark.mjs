#!/usr/bin/env node
// Runs on whatever Node the machine has and starts itself again on the bundled Node 24 where that one is older.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const wanted = 24
// The repository runs as TypeScript; the published package holds JavaScript, since Node strips no types below node_modules.
const written = fileURLToPath(new URL('../src/cli/waymark.ts', import.meta.url))
const entry = existsSync(written) ? written : written.replace(/ts$/, 'js')

function bundledNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  try {
    const folder = dirname(nodeModule.createRequire(import.meta.url).resolve(`${name}/package.json`))
    const file = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

if (Number(process.versions.node.split('.')[0]) >= wanted) {
  nodeModule.enableCompileCache()
  const { main } = await import(pathToFileURL(entry).href)
  process.exitCode = await main(process.argv.slice(2))
} else {
  const node = bundledNode()
  if (node) {
    const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.on('exit', (code, signal) => {
      if (signal) process.kill(process.pid, signal)
      else process.exitCode = code ?? 1
    })
  } else {
    console.error(
      `Waymark needs Node ${wanted} or newer; this is ${process.version}, and the bundled one is not installed. Run npm install again.`,
    )
    process.exitCode = 1
  }
}
