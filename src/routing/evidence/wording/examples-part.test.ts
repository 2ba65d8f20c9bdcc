import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/support/harness.ts'
import { vectorDimensions } from '../../../retrieval/encoder.ts'
import { openExamples } from './examples-part.ts'
import { addExamples } from './examples-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const vector = Buffer.alloc(vectorDimensions, 1).toString('base64')

test('what a flood of weightless reports pushes out of the store is the flood itself', async () => {
  const told = (voice: string, i: number, reported_at: string) => {
    const said = { subject: 'some-tool', voice, value: 1, vector, words: '', first_at: 0 }
    return { outcome_id: `${voice}-${i}:some-tool`, reported_at, ...said }
  }
  const examples = [
    ...Array.from({ length: 8 }, (_, i) => told('established', i, '2026-11-02T00:00:00.000Z')),
    ...Array.from({ length: 11 }, (_, i) => told('shadow', i, '2026-11-03T00:00:00.000Z')),
  ]
  await addExamples(app.store, examples)
  const part = await openExamples({
    store: app.store,
    sketch: () => ({ vector: new Int8Array(vectorDimensions), words: new Uint16Array() }),
    usual: new Float32Array(vectorDimensions),
    standingOf: (voice) => ({ weight: voice === 'shadow' ? 0 : 1, network: '' }),
    nowMs: () => app.clock.now.getTime(),
    onError: (error) => expect.fail(String(error)),
    most: 10,
  })
  await part.dropLeft()
  const left = await app.store.query('SELECT voice, COUNT(*) AS examples FROM examples GROUP BY voice ORDER BY voice')
  expect(left).toEqual([
    { voice: 'established', examples: 8 },
    { voice: 'shadow', examples: 2 },
  ])
  await part.close()
})
