import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const wrong: [string, string[], RegExp][] = [
  ['an unknown measurement', ['toString'], /^Unknown measurement "toString"\. Known: .*own/],
  ['an unknown flag', ['own', '--mises'], /'--mises'/],
  ['a missing folder', ['tools', '/no-such', '--out', '/no-such/run.jsonl'], /^There is no \/no-such\/queries\.jsonl$/],
  ['a folder without tasks', ['own', '/no-such'], /no \.jsonl files of tasks in \/no-such$/],
  ['a folder instead of a file', ['route', '--queries', 'eval', '--out', '/no-such/run.jsonl'], /^A folder was given/],
  ['a file that is not JSON', ['route', '--queries', 'README.md', '--out', '/no-such/run.jsonl'], /^Not a line of JSON: README\.md:1$/],
  ['a word instead of a number', ['feedback', '/no-such', '--seed', 'one'], /^--seed must be a number, not "one"\.$/],
]

test.each(wrong)('%s is answered with one line and exit code 2', (_, args, line) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['eval/run.ts', ...args], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr.trimEnd()).toMatch(line)
  expect(stderr.trimEnd()).not.toContain('\n')
})
