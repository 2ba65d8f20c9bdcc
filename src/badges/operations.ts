import { shownTierOf } from '../agents/rules.ts'
import type { Agent } from '../agents/schema.ts'
import { findAgentByName } from '../agents/store.ts'
import { operation, type Rest } from '../calls/operation.ts'
import { requireChallenge } from '../challenges/rules.ts'
import { bestOf } from '../challenges/store.ts'
import { ServiceError } from '../errors.ts'
import { etagOf } from '../etag.ts'
import type { Store } from '../storage/store.ts'
import { agentBadge, medalBadge, toolBadge, unknownBadge } from './rules.ts'
import { agentInput, type Badge, badgeOutput, medalInput, snippetOutput, toolInput } from './schema.ts'
import { type BadgeText, badgeSvg, escapeXml } from './svg.ts'

const keptSeconds = 3600
const keptUnknownSeconds = 300
const svgType = 'image/svg+xml'

function drawn(text: BadgeText): Badge {
  const svg = badgeSvg(text)
  return { svg, etag: etagOf(svg) }
}

/** A badge is an image on REST: it may be kept for an hour and is asked for again by its ETag. */
function asImage({ svg, etag }: Badge): Rest {
  return { body: svg, type: svgType, headers: { 'cache-control': `public, max-age=${keptSeconds}`, etag, ...inert } }
}

function missingImage() {
  return { body: badgeSvg(unknownBadge), type: svgType, headers: { 'cache-control': `public, max-age=${keptUnknownSeconds}`, ...inert } }
}

// A badge that is opened as a page of its own must not run or load anything.
const inert = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

const withoutSuffix = (slug: string) => slug.replace(/\.svg$/, '')
/** A name may itself end like a picture, so the whole of it is looked for first. */
async function agentNamed(store: Store, name: string): Promise<Agent> {
  const agent = (await findAgentByName(store, name)) ?? (await findAgentByName(store, withoutSuffix(name)))
  if (agent) return agent
  throw new ServiceError('not_found', 'No agent is registered under this agent_name. Check its spelling; upper and lower case count.')
}

const badge = operation({
  name: 'badge',
  group: 'badges',
  http: 'GET /api/badge/{slug}',
  summary: 'Score badge of a tool server as SVG, cached for an hour',
  effect: 'read',
  input: toolInput,
  output: badgeOutput,
  rest: asImage,
  rest_media: [svgType],
  rest_missing: missingImage,
  example: { slug: 'firecrawl-mcp' },
  async run({ catalog }, input) {
    const { entry, scores } = catalog.require(withoutSuffix(input.slug))
    return drawn(toolBadge(entry.canonical_name, scores.overall_score, scores.is_prior))
  },
})

const badgeOfAgent = operation({
  name: 'badge_of_agent',
  group: 'badges',
  http: 'GET /api/badge/agent/{agent_name}',
  summary: 'Tier badge of an agent as SVG, cached for an hour',
  effect: 'read',
  input: agentInput,
  output: badgeOutput,
  rest: asImage,
  rest_media: [svgType],
  rest_missing: missingImage,
  example: { agent_name: 'research-bot' },
  async run({ store }, input) {
    const agent = await agentNamed(store, input.agent_name)
    return drawn(agentBadge(agent.agent_name, shownTierOf(agent)))
  },
})

const badgeOfMedal = operation({
  name: 'badge_of_medal',
  group: 'badges',
  http: 'GET /api/badge/challenge/{slug}/{agent_name}',
  summary: 'Medal badge of an agent in a challenge as SVG, cached for an hour',
  effect: 'read',
  input: medalInput,
  output: badgeOutput,
  rest: asImage,
  rest_media: [svgType],
  rest_missing: missingImage,
  example: { slug: 'competitor-sheet', agent_name: 'research-bot' },
  async run({ store }, input) {
    const challenge = requireChallenge(input.slug)
    const agent = await agentNamed(store, input.agent_name)
    const best = await bestOf(store, challenge.slug, agent.agent_identity_id)
    return drawn(medalBadge(challenge.title, agent.agent_name, best?.tier ?? null))
  },
})

const badgeSnippet = operation({
  name: 'badge_snippet',
  group: 'badges',
  http: 'GET /api/badge-snippet/{slug}',
  summary: 'Lines for a README that show the score badge of a tool server',
  effect: 'read',
  input: toolInput,
  output: snippetOutput,
  example: { slug: 'firecrawl-mcp' },
  async run({ catalog, caller: { address } }, input) {
    const { slug, canonical_name } = catalog.require(withoutSuffix(input.slug)).entry
    const image_url = `${address}/api/badge/${slug}`
    const page_url = `${address}/tools/${slug}`
    const title = `${canonical_name} on Waymark`
    return {
      slug,
      image_url,
      markdown: `[![${title.replace(/[[\]\\]/g, '\\$&')}](${image_url})](${page_url})`,
      html: `<a href="${page_url}"><img src="${image_url}" alt="${escapeXml(title)}"></a>`,
    }
  },
})

export const badgeOperations = [badge, badgeOfAgent, badgeOfMedal, badgeSnippet]
