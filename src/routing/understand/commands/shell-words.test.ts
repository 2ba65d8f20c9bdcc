import { expect, test } from 'vitest'
import { shellTokens } from './shell-words.ts'

const textsOf = (text: string) => shellTokens(text)?.map((token) => token.text)

test('quotations and what another command puts in stay whole', () => {
  expect(textsOf('git commit -m "fix: a | b" --author=\'A B\'')).toEqual(['git', 'commit', '-m', '"fix: a | b"', "--author='A B'"])
  expect(textsOf('kill $(lsof -t -i :3000)')).toEqual(['kill', '$(lsof -t -i :3000)'])
  expect(textsOf("tell me what's red")).toEqual(['tell', 'me', "what's", 'red'])
})

test('operators need no blanks around them', () => {
  expect(textsOf('a|b&&c>d')).toEqual(['a', '|', 'b', '&&', 'c', '>', 'd'])
  expect(textsOf('npm test 2>&1')).toEqual(['npm', 'test', '>&', '1'])
})

test('a line goes on after a backslash, and a comment is left out', () => {
  expect(textsOf('a \\\n b\n# c\nd')).toEqual(['a', 'b', '\n', '\n', 'd'])
})

test.each(['say "hello', 'a -> b', 'ls (old)', 'echo $(ls'])('no shell reads %s', (text) => {
  expect(shellTokens(text)).toBeNull()
})
