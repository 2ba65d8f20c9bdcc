import * as z from 'zod'
import { limitUpTo, offset, slug } from '../../input/fields.ts'
import { reservedSlug } from '../identity.ts'
import { longestPlace } from '../import-plan.ts'
import { origins, skillFacts, slugText, statuses, toolLine } from '../schema.ts'

const { shape } = skillFacts

/** What an operator may say about an entry, its own or one of ours; absent fields keep their value. */
const skillChange = z.object({
  canonical_name: shape.canonical_name.optional(),
  description: shape.description.min(1).optional(),
  choose_when: shape.choose_when.optional().describe('When it is the right one'),
  avoid_when: shape.avoid_when.optional().describe('When another one is better'),
  publisher: shape.publisher.unwrap().optional(),
  official: shape.official.optional().describe('Whether the vendor of the product publishes it'),
  repo_url: shape.repo_url.unwrap().optional(),
  license: shape.license.unwrap().optional(),
  transports: shape.transports.optional(),
  packages: shape.packages.optional(),
  remotes: shape.remotes,
  countries: shape.countries.describe('ISO codes of the countries it is tied to; an empty list for none'),
  aliases: shape.aliases.optional().describe('Other names of its product, as tasks write them'),
  capabilities: shape.capabilities.optional().describe('Kinds of work, as GET /api/taxonomy names them'),
  tools: shape.tools.optional().describe('As its own tools/list has them'),
  requires: shape.requires.optional(),
  pricing: shape.pricing.optional(),
  cost_usd_per_run: shape.cost_usd_per_run.unwrap().max(10_000).optional().describe('Typical price of one run, in US dollars'),
  verticals: shape.verticals.optional().describe('Slugs of GET /api/taxonomy'),
  workflows: shape.workflows.optional().describe('Slugs of GET /api/taxonomy'),
  examples: shape.examples.optional().describe('Tasks that it is for'),
})
export type SkillChange = z.output<typeof skillChange>

export const ownSkillInput = skillChange.required({ canonical_name: true, description: true }).extend({
  slug: slugText.refine((given) => given !== reservedSlug, `must be another one: /api/skills/${reservedSlug} compares`),
})
const note = z.string().max(500).optional().describe('Why, for your own records')

export const overrideInput = skillChange.extend({ slug, note })

const actions = ['pin', 'unpin', 'ban', 'unban', 'release', 'clear_override'] as const
export type Action = (typeof actions)[number]
export const decideInput = z.object({
  slug,
  action: z
    .enum(actions)
    .describe('release says that you have reviewed a quarantined or provisional entry; clear_override takes back what you changed'),
  note,
})

export const adminEntry = z.object({
  slug: z.string(),
  canonical_name: z.string(),
  description: z.string(),
  repo_url: z.string().nullable(),
  origin: z.enum(origins),
  status: z.enum(statuses),
  status_reason: z.string().nullable(),
  pinned: z.boolean(),
  tools: z.array(toolLine),
})
export type AdminEntry = z.output<typeof adminEntry>

export const listInput = z.object({
  status: z.enum(statuses).optional(),
  origin: z.enum(origins).optional(),
  limit: limitUpTo(100, 30),
  offset,
})
export const listOutput = z.object({ entries: z.array(adminEntry), total: z.int() })

export const removeInput = z.object({ slug })
export const removeOutput = z.object({ removed: z.string() })

export const importInput = z.object({
  source: z.string().trim().min(1).max(200).describe('Where these come from, for your own records'),
  trusted: z
    .boolean()
    .default(false)
    .describe('Trust what it says about which servers are official, their stars and how many directories list them'),
  servers: z.array(z.record(z.string(), z.unknown())).min(1).max(200).describe('server.json documents, or lines of a server list'),
  places: z
    .array(z.string().max(longestPlace))
    .max(200)
    .default([])
    .describe('Where each of them stands in its source, such as "line 3", to be named in the report; otherwise their names are used'),
})
