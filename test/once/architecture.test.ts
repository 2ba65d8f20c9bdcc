import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const rooms = [
  [
    'errors',
    'store',
    'operation',
    'absent',
    'problem-words',
    'numbers',
    'fields',
    'config',
    'raw-input',
    'network',
    'outbound',
    'rate-limit',
    'access',
    'idempotency',
    'sealed',
    'metrics',
    'request-meter',
    'span',
    'overload',
    'store-watch',
    'months',
    'in-list',
    'turns',
    'invoke',
  ],
  ['retrieval'],
  ['catalog'],
  ['agents'],
  ['credits'],
  ['webhooks'],
  ['routing'],
  ['registry', 'gateways'],
  ['telemetry'],
  ['missions', 'challenges', 'verification'],
  ['badges', 'leaderboards'],
  ['insights'],
  ['operations', 'upkeep'],
  ['faces', 'adapters'],
  ['app', 'workers'],
  ['serve'],
  ['main', 'cli'],
]
const level = new Map(rooms.flatMap((names, i) => names.map((name) => [name, i] as const)))
const roomOf = (file: string) => {
  const [first = ''] = file.replace(/^src\//, '').split('/')
  return first.replace(/\.ts$/, '')
}

const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
const imports = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map((match) => ({
    from: file,
    to: normalize(join(dirname(file), match[1] ?? '')),
  }))
})

test('every room has its place in the order', () => {
  expect([...new Set(files.map(roomOf))].filter((room) => !level.has(room))).toEqual([])
})

test('a file imports from its own room or from the left', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (!to.startsWith('src/')) return false
    const [here, there] = [roomOf(from), roomOf(to)]
    return here !== there && (level.get(there) ?? 0) >= (level.get(here) ?? 0) && level.get(here) !== 0
  })
  expect(wrong).toEqual([])
})

test('operations are used by the table alone', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      basename(to) === 'operations.ts' && to !== 'src/operations.ts' && from !== 'src/operations.ts' && roomOf(from) !== roomOf(to),
  )
  expect(wrong).toEqual([])
})

const impure = new Set(['operations.ts', 'store.ts', 'record.ts', 'snapshot.ts', 'directory.ts'])
const capabilities = new Set(rooms.slice(2, 12).flat())

test('in a capability only operations, store, record, directory and snapshot wait, look at the clock or roll dice', () => {
  const wrong = files.filter((file) => {
    if (!capabilities.has(roomOf(file)) || impure.has(basename(file)) || /-(store|snapshot|part|operations)\.ts$/.test(file)) return false
    return /\bawait\b|Math\.random|Date\.now|new Date\(\)|process\.env/.test(readFileSync(file, 'utf8'))
  })
  expect(wrong).toEqual([])
})

test('only main, serve and the command line read the environment', () => {
  const wrong = files.filter((file) => !['main', 'serve', 'cli'].includes(roomOf(file)) && /process\.env/.test(readFileSync(file, 'utf8')))
  expect(wrong).toEqual([])
})

test('no source file is longer than 400 lines', () => {
  const long = [
    ...files,
    ...globSync('{sdk,web,bench,eval,scripts}/**/*.{ts,tsx}', { exclude: (name) => name.endsWith('node_modules') }),
  ].filter((file) => !file.includes('.gen.') && readFileSync(file, 'utf8').split('\n').length > 400)
  expect(long).toEqual([])
})
