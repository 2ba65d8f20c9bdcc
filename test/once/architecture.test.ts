import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const rooms = [
  ['errors', 'etag', 'excerpt', 'markup', 'network', 'once', 'outbound', 'recent', 'rounded', 'span', 'thrown'],
  ['input'],
  ['config'],
  ['storage'],
  ['calls'],
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
  ['insights', 'personal', 'service'],
  ['operations', 'upkeep'],
  ['faces', 'adapters'],
  ['worker-streams'],
  ['app', 'workers'],
  ['serve'],
  ['main', 'cli'],
]
const level = new Map(rooms.flatMap((names, i) => names.map((name) => [name, i] as const)))
const roomOf = (file: string) => {
  const [first = ''] = file.replace(/^src\//, '').split('/')
  return first.replace(/\.ts$/, '')
}

/** Not written here: what was installed, and what `npm pack -w sdk` built. */
const isMade = (name: string) => /(?:^|\/)(?:node_modules|dist)$/.test(name)

const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
const imports = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import|declare module)\s*\(?'(\.[^']+)'/g)].map((match) => ({
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
    if (roomOf(from) === roomOf(to)) return false
    const [here = 0, there = 0] = [level.get(roomOf(from)), level.get(roomOf(to))]
    return there >= here
  })
  expect(wrong).toEqual([])
})

test('operations are used by the table alone', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      /\boperations\.ts$/.test(to) && to !== 'src/operations.ts' && from !== 'src/operations.ts' && roomOf(from) !== roomOf(to),
  )
  expect(wrong).toEqual([])
})

const capabilities = new Set(rooms.slice(level.get('catalog'), level.get('operations')).flat())
const impure = /\b(operations|store|record|snapshot|directory|part)\.ts$/
const shared = /\b(store|record|snapshot|directory)\.ts$/

test('of what waits in another capability only store, record, snapshot and directory are used', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      capabilities.has(roomOf(from)) && capabilities.has(roomOf(to)) && roomOf(from) !== roomOf(to) && impure.test(to) && !shared.test(to),
  )
  expect(wrong).toEqual([])
})

test('no face imports a capability', () => {
  expect(imports.filter(({ from, to }) => roomOf(from) === 'faces' && to.startsWith('src/') && capabilities.has(roomOf(to)))).toEqual([])
})

test('in a capability only operations, store, record, snapshot, directory and part wait, look at the clock or roll dice', () => {
  const wrong = files.filter((file) => {
    if (!capabilities.has(roomOf(file)) || impure.test(file)) return false
    return /\bawait\b|Math\.random|Date\.now|new Date\(\)|process\.env/.test(readFileSync(file, 'utf8'))
  })
  expect(wrong).toEqual([])
})

test('only main and the command line read the environment', () => {
  const wrong = files.filter((file) => !['main', 'cli'].includes(roomOf(file)) && /process\.env/.test(readFileSync(file, 'utf8')))
  expect(wrong).toEqual([])
})

test('a module keeps no state that changes: whatever does is held by the app', () => {
  expect(files.filter((file) => /^(?:export )?(?:let |const .*\bcreateRecent\b)/m.test(readFileSync(file, 'utf8')))).toEqual([])
})

const written = [...files, ...globSync('{sdk,web,bench,eval,scripts,training}/**/*.{ts,tsx}', { exclude: isMade })].filter(
  (file) => !file.includes('.gen.'),
)

test('no source file is longer than 400 lines', () => {
  expect([...written, ...globSync('test/**/*.ts')].filter((file) => readFileSync(file, 'utf8').split('\n').length > 400)).toEqual([])
})

const users = globSync('{src,test,eval,training,bench,scripts,web,sdk,examples,bin}/**/*.{ts,tsx,mjs}', {
  exclude: (name) => name === 'node_modules',
}).map((file) => {
  const text = readFileSync(file, 'utf8')
  const uses = new Set(
    [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map((match) => normalize(join(dirname(file), match[1] ?? ''))),
  )
  return { file, text, uses, isTest: /\.test\.tsx?$/.test(file) || file.startsWith('test/') }
})

test('no files import each other in a circle', () => {
  const usesOf = new Map(users.map(({ file, uses }) => [file, uses]))
  const leadsBack = (file: string) => {
    const reached = new Set(usesOf.get(file))
    for (const next of reached) for (const further of usesOf.get(next) ?? []) reached.add(further)
    return reached.has(file)
  }
  expect([...usesOf.keys()].filter(leadsBack)).toEqual([])
})

test('what a file exports is used outside of it, and not by tests alone', () => {
  // generate.ts holds the text of a file that it writes, exports and all.
  const unused = written
    .filter((file) => !/\.(fixture|test|config)\.ts$|\bgenerate\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const usedBy = users.filter(({ uses }) => uses.has(file))
      const names = text.matchAll(/^export (?:async |abstract )?(const|let|function\*?|class|enum|type|interface) (\w+)/gm)
      return [...names].flatMap(([, kind = '', name = '']) => {
        const word = new RegExp(`\\b${name}\\b`, 'g')
        const isUsedHere = [...text.matchAll(word)].length > 1
        // In routing a type may still be exported for the sake of those that are made of it.
        if (isUsedHere && roomOf(file) === 'routing' && kind === 'type') return []
        const isUsed = usedBy.some((user) => (isUsedHere || !user.isTest) && user.text.search(word) >= 0)
        return isUsed ? [] : [`${file} ${name}`]
      })
    })
  expect(unused).toEqual([])
})
