import { expect, test } from 'vitest'
import { checkSyntax } from './code-syntax.ts'

const problemOf = (language: string, code: string) => checkSyntax(code, language)

test.each([
  ['js', '#!/usr/bin/env node\nconst { a } = await load()\nreturn a ? /["(]/.test(a) : 4 / 2 / 1'],
  ['js', "import a, { b } from 'a'\nexport default async function* go() { yield* b(`\x24{a ? `(\x24{b}` : ''}`) }"],
  ['ts', 'type A<T = {}> = | { a?: T } | undefined // it’s (open'],
  ['ts', 'const f = async <T,>(a: T[], b = a.length % 2): Promise<T> => a[b]!\nf([1], i++ /* ( */)'],
  ['ts', "const quote = /[/'\"]\\//g, half = (1 + 2) / 2, text = `'\x24{{ a: 1 }.a}\\``"],
  ['go', 'func main() { fmt.Println(`(`, "\\"(", \'(\') }'],
  ['python', 'def f(a):\n    """A ( text\'s."""\n    return f"{a[\'b\']}"  # it\'s ('],
  ['css', 'a { content: ")" } /* { */'],
])('%s is well-formed: %s', (language, code) => {
  expect(problemOf(language, code)).toBeUndefined()
})

test.each([
  ['json', '{"a": 1,}', /^It is not valid JSON: /],
  ['js', 'const = 5', /^It does not parse: /],
  ['js', 'let a = "open', /^It has a string that is never closed\.$/],
  ['ts', 'const a: string = `b', /^It has a template that is never closed\.$/],
  ['ts', 'const add = (a: number) => a +', /^It has an expression that breaks off after \+\.$/],
  ['ts', 'const a = { b: (c: number) => }', /^It has an expression that breaks off after =>\.$/],
  ['ts', 'f(a]', /^It has an unexpected ]\.$/],
  ['ts', 'go() /* and', /^It has a comment that is never closed\.$/],
  ['python', 'def f():\n    """What', /^It has a string that is never closed\.$/],
  ['python', 'def f():\nreturn 1', /^It has a block without an indented body\.$/],
  ['python', 'def f()\n    return 1', /^It has a block header without a colon\.$/],
  ['go', 'func main() { {', /^It has 2 brackets never closed\.$/],
])('%s is broken: %s', (language, code, problem) => {
  expect(problemOf(language, code)).toMatch(problem)
})

test('code nested too deeply to be parsed spoils no check that comes after it', () => {
  const deep = `${'('.repeat(30_000)}1${')'.repeat(30_000)}`
  for (const language of ['js', 'ts', 'js', 'ts']) problemOf(language, deep)
  expect(problemOf('js', 'let a = 1')).toBeUndefined()
  expect(problemOf('ts', 'let a: number = 1')).toBeUndefined()
})
