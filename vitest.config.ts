import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const usesHarness = (file: string) => readFileSync(file, 'utf8').includes('/test/support/harness.ts')
const needsStore = [...globSync('src/**/*.test.ts').filter(usesHarness), 'test/**/*.test.ts', 'sdk/**/*.test.ts']
const storeFree = ['src/**/*.test.ts', 'eval/**/*.test.ts']
const once = ['test/once/**/*.test.ts', 'test/faults/**/*.test.ts']

// What is waited for comes late where many tests share the machine.
const common = { testTimeout: 180_000, hookTimeout: 180_000, pool: 'forks' as const, expect: { poll: { timeout: 20_000 } } }

/** Pure tests run once; whatever opens a store with the harness runs on both engines; `test/once` and `test/faults` span engines or need only one. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'pure', include: storeFree, exclude: needsStore } },
      { test: { ...common, name: 'once', include: once, globalSetup: ['test/support/global-setup.ts'] } },
      { test: { ...common, name: 'sqlite', include: needsStore, exclude: once, env: { WAYMARK_TEST_STORE: 'sqlite' } } },
      {
        test: {
          ...common,
          name: 'postgres',
          include: needsStore,
          exclude: once,
          env: { WAYMARK_TEST_STORE: 'postgres' },
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
    ],
  },
})
