import { expect, test } from 'vitest'
import type { CatalogEntry } from '../../catalog/schema.ts'
import { asksForChange, onlyReads } from './read-only.ts'

const serverWith = (...names: string[]) => ({ tools: names.map((name) => ({ name, description: '' })) }) as unknown as CatalogEntry

test.each([
  [['ListBuckets', 'GetObject'], true],
  [['videos.searchVideos', 'get-channel'], true],
  [['get_post', 'publish_post'], false],
  [['list_monitors', 'pauseMonitor'], false],
  [['aws_pipeline'], false],
  [[], false],
])('a server with the tools %j only reads: %s', (names, reads) => {
  expect(onlyReads(serverWith(...names))).toBe(reads)
})

test.each([
  ['Upload backup.tar to our bucket', true],
  ['could you please delete the old objects', true],
  ['how many objects were deleted yesterday', false],
  ['find the post that Ana published', false],
])('%s asks for a change: %s', (text, isChange) => {
  expect(asksForChange(text)).toBe(isChange)
})
