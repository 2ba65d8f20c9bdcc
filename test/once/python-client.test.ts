import { spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../support/harness.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp()
  url = await app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test.skipIf(!hasPython).each([
  ['the client', 'clients/python', 'tests'],
  ['the examples', 'examples/python', '.'],
])('%s passes its tests against the real service', async (_, cwd, tests) => {
  const env = { ...process.env, WAYMARK_URL: url, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: `${process.cwd()}/clients/python` }
  const child = spawn('python3', ['-W', 'error', '-m', 'unittest', 'discover', '-s', tests, '-v'], { cwd, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(code, output).toBe(0)
  expect(output).toMatch(/Ran [1-9]/)
})
