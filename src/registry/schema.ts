import * as z from 'zod'
import { officialKey, waymarkKey } from '../catalog/outside.ts'
import { remoteRef, skillScores, statuses } from '../catalog/schema.ts'
import { limitUpTo } from '../input/fields.ts'

export const listInput = z.object({
  cursor: z.string().max(256).optional().describe('metadata.nextCursor of the previous page'),
  limit: limitUpTo(100, 30),
  search: z.string().trim().max(200).optional().describe('Part of a name or title'),
  updated_since: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-03-01T00:00:00Z' })
    .optional()
    .describe('Only servers whose definition changed here since then'),
  version: z.string().max(255).optional().describe('latest, or one exact version'),
})
export const nameInput = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('waymark/<slug>, a plain slug, or io.github.<owner>/<repository>; URL-encoded in a path'),
})
export const versionInput = nameInput.extend({ version: z.string().trim().min(1).max(255).describe('latest, or the exact version') })

const packageOutput = z.object({
  registryType: z.string(),
  identifier: z.string(),
  transport: z.object({ type: z.literal('stdio') }),
})
const serverOutput = z.object({
  $schema: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string().describe('Date on which the definition last changed here as year.month.day; 0.0.0 when it never did'),
  repository: z.object({ url: z.string(), source: z.string() }).optional(),
  packages: z.array(packageOutput).optional(),
  remotes: z.array(remoteRef).optional(),
})

export const entryOutput = z.object({
  server: serverOutput,
  _meta: z.object({
    [officialKey]: z.object({ status: z.literal('active'), isLatest: z.boolean(), updatedAt: z.string().optional() }),
    [waymarkKey]: z.object({
      slug: z.string(),
      status: z.enum(statuses),
      official: z.boolean(),
      scores: skillScores,
      github_stars: z.int().nullable(),
      capabilities: z.array(z.string()),
      countries: z.array(z.string()),
      cost_usd_per_run: z.number().nullable(),
    }),
  }),
})
export type RegistryEntry = z.output<typeof entryOutput>
export const listOutput = z.object({
  servers: z.array(entryOutput),
  metadata: z.object({ nextCursor: z.string().optional(), count: z.int() }),
})
