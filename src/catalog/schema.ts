import * as z from 'zod'
import taxonomy from '../../data/taxonomy.json' with { type: 'json' }
import { emptyAsAbsent, limitUpTo, offset, sameAs, slug } from '../input/fields.ts'
import { isFilled, unfilled } from '../input/placeholders.ts'
import { entriesIn } from '../input/text-list.ts'

const text = (most: number) => z.string().min(1).max(most)
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const slugText = z.string().max(128).regex(slugPattern, 'must be lower-case words joined by hyphens')

export const transports = ['stdio', 'streamable-http', 'sse'] as const
const requirements = ['api_key', 'account', 'oauth', 'local_install', 'local_app', 'none'] as const
const pricings = ['free', 'freemium', 'usage', 'paid', 'unknown'] as const
export const origins = ['seed', 'import', 'operator'] as const
export const statuses = ['active', 'provisional', 'quarantined', 'banned'] as const

export const toolLine = z.object({ name: text(128), description: z.string().max(400) })
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, as in ISO 3166-1')
const packageRef = z.object({ registry: text(32), name: text(256) })
export const remoteTypes = ['streamable-http', 'sse'] as const
export const remoteRef = z.object({
  type: z.enum(remoteTypes),
  url: z
    .string()
    .max(512)
    .regex(/^https:\/\/[^\s@/?#'"\\]+(?:[/?#][^\s'"\\]*)?$/, 'must be an https address without a user name, a password or quotes'),
})

/** How much an entry may list. */
export const most = { packages: 24, remotes: 8, countries: 64, tools: 64 }

/** A tool server as data/skills.*.json holds it, and as an import or the operator brings it. */
export const skillFacts = z.strictObject({
  slug: slugText,
  canonical_name: text(120),
  publisher: z.string().max(120).nullable(),
  official: z.boolean(),
  repo_url: z
    .url({ protocol: /^https?$/ })
    .max(512)
    .nullable(),
  license: z.string().max(80).nullable(),
  languages: z.array(text(40)).max(16),
  transports: z.array(z.enum(transports)).max(transports.length),
  packages: z.array(packageRef).max(most.packages),
  remotes: z.array(remoteRef).max(most.remotes).optional(),
  github_stars: z.int().min(0).nullable(),
  stars_as_of: z.string().max(10).nullable(),
  listed_by: z.int().min(0),
  description: z.string().max(1200),
  choose_when: z.string().max(600),
  avoid_when: z.string().max(600),
  /** The only countries it can be used in, or knows about; absent or empty means everywhere. */
  countries: z.array(countryCode).max(most.countries).optional(),
  aliases: z.array(text(80)).max(24),
  capabilities: z.array(text(64)).max(24),
  tools: z.array(toolLine).max(most.tools),
  requires: z.array(z.enum(requirements)).max(requirements.length),
  pricing: z.enum(pricings),
  cost_usd_per_run: z.number().min(0).nullable(),
  verticals: z.array(text(64)).max(taxonomy.verticals.length),
  workflows: z.array(text(64)).max(taxonomy.workflows.length),
  examples: z.array(text(400)).max(32),
})
export type SkillFacts = z.output<typeof skillFacts>

export type Origin = (typeof origins)[number]
export type Status = (typeof statuses)[number]

/** What the service holds of a tool server in memory. */
export type CatalogEntry = SkillFacts & {
  id: string
  origin: Origin
  status: Status
  pinned: boolean
  /** Why it is quarantined, banned, provisional or pinned, where anybody said so; null for an ordinary entry. */
  status_reason: string | null
  /** When name, description or tools last changed, or a package or address was added; outcomes before that were about something else. */
  defined_at: string | null
}

export const longestQuery = 1000

/** A vertical or workflow by its slug, in any letter case. */
export const placeSlug = slug.toLowerCase()

export const taxonomySchema = z.strictObject({
  verticals: z.array(z.string()),
  workflows: z.array(z.string()),
  capabilities: z.record(z.string(), z.string()),
})
export type Taxonomy = z.output<typeof taxonomySchema>

const score = z.number().min(0).max(10)
export const components = ['output_quality', 'reliability', 'efficiency', 'cost', 'trust'] as const
export type Component = (typeof components)[number]
export type Components = Record<Component, number>

export const skillScores = z.object({
  overall_score: score.describe('How good it is, regardless of cost'),
  value_score: score.describe('0.35 output quality + 0.25 reliability + 0.15 efficiency + 0.15 cost + 0.10 trust'),
  output_quality: score,
  reliability: score,
  efficiency: score,
  cost: score.describe('10 is free'),
  trust: score,
  evidence_count: z.number().min(0).describe('How many reported outcomes the scores are based on'),
  is_prior: z.boolean().describe('True while the scores are based on facts alone, such as publisher, licence, adoption and price'),
})
export type SkillScores = z.output<typeof skillScores>

/** A catalog entry on the wire. */
export const skillOutput = z.object({
  id: z.string(),
  slug: z.string(),
  canonical_name: z.string(),
  description: z.string(),
  choose_when: z.string(),
  avoid_when: z.string(),
  publisher: z.string().nullable(),
  official: z.boolean(),
  repo_url: z.string().nullable(),
  license: z.string().nullable(),
  transports: z.array(z.string()),
  packages: z.array(packageRef),
  remotes: z.array(remoteRef).describe('Addresses at which it is served by its publisher'),
  requires: z.array(z.string()),
  pricing: z.enum(pricings),
  cost_usd_per_run: z
    .number()
    .nullable()
    .describe('What one run typically adds to the bill, beyond a subscription or fees on money that it moves; null when unknown'),
  countries: z.array(z.string()).describe('ISO codes of the countries it is tied to; empty for a server that is not tied to any'),
  capabilities: z.array(z.string()),
  verticals: z.array(z.string()),
  workflows: z.array(z.string()),
  aliases: z.array(z.string()),
  tools: z.array(toolLine),
  skill_scores: skillScores,
  skill_metrics: z.object({
    github_stars: z.int().min(0).describe('0 where nobody counted them: see stars_counted'),
    stars_counted: z.boolean(),
    stars_as_of: z.string().nullable(),
    listed_by: z.int().describe('How many public directories list it'),
  }),
  status: z.enum(statuses).describe('provisional: imported or redefined and not reviewed by the operator yet; still routed'),
})
export type SkillOutput = z.output<typeof skillOutput>

const why = z.string().describe('In plain words')

export const comparison = z.object({
  winner: z.string().nullable().describe('Slug with the best value; null when they are tied'),
  why,
  dimensions: z.array(
    z.object({
      dimension: z.enum([...components, 'value']),
      ranking: z.array(z.object({ slug: z.string(), score: z.number() })),
      winner: z.string().nullable(),
      why,
    }),
  ),
})
export type Comparison = z.output<typeof comparison>

/** What came of an import, with the first few entries that were skipped or quarantined for each reason. */
export const importReport = z.object({
  read: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  quarantined: z.int(),
  reasons: z.record(z.string(), z.object({ count: z.int(), examples: z.array(z.string()) })),
})
export type ImportReport = z.output<typeof importReport>

const searchText = z.string().trim().max(longestQuery).refine(isFilled, unfilled).optional()
export const searchInput = z
  .object({
    q: searchText.describe('What is wanted, in plain words or by product name'),
    query: sameAs('q', searchText),
    vertical: emptyAsAbsent(placeSlug.optional()).describe('Line of business, a slug of the taxonomy'),
    workflow: emptyAsAbsent(placeSlug.optional()).describe('Kind of work, a slug of the taxonomy'),
    sort: emptyAsAbsent(z.enum(['score', 'stars']).optional()).describe('Without it: by relevance when q is given, else by score'),
    limit: limitUpTo(100, 10).describe('How many; an entry takes some 400 tokens to read'),
    offset,
  })
  .transform(({ q, query, ...rest }) => ({ ...rest, q: q || query }))
export const searchOutput = z.object({ skills: z.array(skillOutput), total: z.int().min(0) })

export const skillInput = z.object({ slug })

export const fewestCompared = 2
export const mostCompared = 4
const slugList = z
  .preprocess((given) => (typeof given === 'string' ? entriesIn(given) : given), z.array(slug).max(20))
  .meta({
    type: 'array',
    items: { type: 'string' },
    minItems: fewestCompared,
    maxItems: mostCompared,
    description: 'Two to four different slugs; in a query string separated by commas',
  })

export const compareInput = z.object({ slugs: slugList })
export const compareOutput = comparison.extend({ skills: z.array(skillOutput).describe('Best value first') })

const counted = z.array(z.object({ slug: z.string(), skills: z.int().describe('How many tool servers carry it') }))
export const taxonomyInput = z.object({})
export const taxonomyOutput = z.object({
  verticals: counted,
  workflows: counted,
  capabilities: z.array(z.object({ slug: z.string(), description: z.string(), skills: z.int() })),
})
