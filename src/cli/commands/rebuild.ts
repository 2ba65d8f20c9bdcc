import { readConfig } from '../../config.ts'
import { rebuildEvidence } from '../../routing/evidence/rebuild-part.ts'
import type { Command } from '../command.ts'
import { openExistingStore } from '../existing-store.ts'

/** Rebuilds all evidence from the reported outcomes. */
export const command: Command = {
  name: 'rebuild',
  summary: 'Rebuild all evidence behind the scores from the reported outcomes',
  usage: 'waymark rebuild',
  examples: ['waymark rebuild', 'DATABASE_URL=postgres://waymark@db/waymark waymark rebuild'],
  async run(_, io) {
    const config = readConfig(io.env)
    const store = await openExistingStore(config)
    try {
      const read = await rebuildEvidence(store, { capLoopback: config.RATE_LIMIT_LOOPBACK })
      io.out(`Read ${read} outcomes and built all evidence from them.`)
      return 0
    } finally {
      await store.close()
    }
  },
}
