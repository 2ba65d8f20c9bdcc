import { expect, test } from 'vitest'
import type { CatalogEntry } from '../../catalog/schema.ts'
import { asksForChange, onlyReads } from './read-only.ts'

const serverWith = (names: string[], examples: string[] = []) =>
  ({ tools: names.map((name) => ({ name, description: '' })), examples }) as unknown as CatalogEntry

test.each([
  [['ListBuckets', 'GetObject'], true],
  [['videos.searchVideos', 'get-channel'], true],
  [['get_post', 'publish_post'], false],
  [['list_monitors', 'pauseMonitor'], false],
  [['open_session', 'get_post_get_started'], true],
  [['server_status', 'list_updates'], true],
  [['aws_pipeline'], false],
  [[], false],
])('a server with the tools %j only reads: %s', (names, reads) => {
  expect(onlyReads(serverWith(names))).toBe(reads)
})

test('a server that is right for a change does more than its known tools tell', () => {
  expect(onlyReads(serverWith(['keyvault_secret_get'], ['list the secrets']))).toBe(true)
  expect(onlyReads(serverWith(['keyvault_secret_get'], ['list the secrets', 'Rotate the secret "smtp"']))).toBe(false)
})

test.each([
  ['Upload backup.tar to our bucket', true],
  ['could you please delete the old objects', true],
  ['how many objects were deleted yesterday', false],
  ['find the post that Ana published', false],
])('%s asks for a change: %s', (text, isChange) => {
  expect(asksForChange(text)).toBe(isChange)
})
