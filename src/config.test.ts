import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 8787,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    CLASSIFIER_BUDGET_MS: 300,
    KEEP_TASK_TEXT: false,
  })
  expect(readConfig({ ADMIN_SECRET: '' }).ADMIN_SECRET).toBeUndefined()
})

test('every bad setting gets a line of its own', () => {
  const read = () => readConfig({ PORT: 'many', ADMIN_SECRET: 'short', DATABASE_URL: 'mysql://x' })
  expect(read).toThrow(/PORT: must be a number/)
  expect(read).toThrow(/ADMIN_SECRET: must have at least 32 characters/)
  expect(read).toThrow(/DATABASE_URL/)
})
