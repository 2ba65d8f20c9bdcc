import * as z from 'zod'

const decided = z.object({ slug: z.string(), canonical_name: z.string(), reason: z.string().nullable() })

const traffic = z.object({
  operation: z.string(),
  requests: z.int(),
  failures: z.int(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
})
export type Traffic = z.output<typeof traffic>

export const overviewOutput = z.object({
  window_days: z.int(),
  unresolved: z.array(z.object({ cluster: z.string(), count: z.int() })).describe('Tasks that found no tool, by cluster'),
  traffic: z.array(traffic).describe('Of the process that answers, since it started'),
  classifier: z.object({ configured: z.boolean(), model: z.string().nullable(), answered: z.int(), late: z.int(), unanswered: z.int() }),
  movements: z.array(
    z.object({
      slug: z.string(),
      canonical_name: z.string(),
      score_before: z.number(),
      score_after: z.number(),
      causes: z.array(z.string()),
    }),
  ),
  pinned: z.array(decided),
  banned: z.array(decided),
  quarantined: z.int().describe('How many entries wait in quarantine'),
})
