import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveFixtures } from '../support/mcp-fixtures.ts'

const require = createRequire(import.meta.url)
const notOffered: Record<string, string> = JSON.parse(readFileSync(new URL('../support/mcp-not-offered.json', import.meta.url), 'utf8'))
const asked: string[] = []

let server: Awaited<ReturnType<typeof serveFixtures>>
beforeAll(async () => {
  server = await serveFixtures()
})
afterAll(() => server.close())

type Outcome = { name: string; failed: number; passed: number }

function runSuite(suite: string, options: string[]): Promise<Outcome[]> {
  const program = join(dirname(require.resolve(`${suite}/package.json`)), 'dist/index.js')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'server', '--url', server.url, ...options], { maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => {
      const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='))
      const lines = [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)]
      resolve(lines.map(([, name = '', passed, failed]) => ({ name, passed: Number(passed), failed: Number(failed) })))
    })
  })
}

describe.each([
  ['@modelcontextprotocol/conformance', ['--suite', 'all'], 30, 25],
  ['conformance-next', ['--requirements', '2025-11-25'], 30, 25],
  ['conformance-next', ['--requirements', '2026-07-28'], 37, 25],
])('%s %j', (suite, options, scenarios, working) => {
  test('everything passes but what is not offered', async () => {
    const outcomes = await runSuite(suite, options)
    asked.push(...outcomes.map(({ name }) => name))
    expect(outcomes.length).toBeGreaterThanOrEqual(scenarios)
    expect(outcomes.filter(({ failed, passed }) => failed === 0 && passed > 0).length).toBeGreaterThanOrEqual(working)
    expect(outcomes.filter(({ name, failed }) => failed > 0 && !(name in notOffered))).toEqual([])
    expect(outcomes.filter(({ name, failed }) => failed === 0 && name in notOffered)).toEqual([])
  })
})

test('the list of what is not offered names only scenarios that exist', () => {
  expect(Object.keys(notOffered).filter((name) => !asked.includes(name))).toEqual([])
})
