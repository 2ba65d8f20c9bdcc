import { readSeed } from '../../src/adapters/seed.ts'
import { lazyEncoder, sketchWith, usualTask } from '../../src/adapters/weights.ts'
import { openCatalog } from '../../src/catalog/snapshot.ts'
import { openLearning } from '../../src/routing/evidence/part.ts'
import { openIndex, type TestApp } from './harness.ts'

export const sketch = sketchWith(lazyEncoder())

/** The same evidence as another process would read it from the store. */
export async function readAgain({ store, clock }: Pick<TestApp, 'store' | 'clock'>) {
  const catalog = await openCatalog({ store, seed: readSeed(), openIndex, ownOnly: false })
  const nowMs = () => clock.now.getTime()
  return openLearning({ store, catalog, nowMs, capLoopback: false, sketch, usual: usualTask(), onError: () => {} })
}
