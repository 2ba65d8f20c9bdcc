import { newcomerTrustScore, shownTierOf } from '../agents/rules.ts'
import type { Agent } from '../agents/schema.ts'
import { type Context, operation } from '../calls/operation.ts'
import { requirePlace } from '../catalog/refusals.ts'
import { requireChallenge } from '../challenges/rules.ts'
import { asCredits } from '../credits/rules.ts'
import { dayMs, isoTime } from '../storage/days.ts'
import type { Boards } from './boards-part.ts'
import { ranked, rankedScore, ratedAmong, risingAmong, withinSites, withMessage } from './rules.ts'
import { agentsInput, agentsOutput, challengeInput, challengeOutput, mostOnPage, toolsInput, toolsOutput } from './schema.ts'
import { type Page, type Paged, readAgents, readEntries, readRises } from './store.ts'

const weekMs = 7 * dayMs
// Agents below this are in shadow mode and appear in no public ranking.
const lowestTrust = newcomerTrustScore

const placesRead = 1000
const sizeOf = ({ total }: Paged<unknown>) => total

/** A page of a ranking. Many places are read at once, which takes no longer than a few, so that all their pages share one reading. */
async function pageOf<T>(boards: Boards, name: string, wanted: { page: Page; read: (page: Page) => Promise<Paged<T>> }): Promise<Paged<T>> {
  const { limit, offset } = wanted.page
  const from = offset - (offset % placesRead)
  const { rows, total } = await boards.get(`${name} ${from}`, () => wanted.read({ offset: from, limit: placesRead + mostOnPage }), sizeOf)
  return { rows: rows.slice(offset - from, offset - from + limit), total }
}

const emptyBoard = {
  overall: 'Nothing is ranked here yet: no agent has reported outcomes that count. Report yours with POST /api/report.',
  rising: 'Nothing is rising here: no tool was reported on by more agents this week than the week before.',
}

const toolLeaderboard = operation({
  name: 'tool_leaderboard',
  group: 'leaderboards',
  http: 'GET /api/leaderboards/tools',
  summary: 'Tool servers ranked by what agents reported: overall, per workflow or vertical, and rising',
  effect: 'read',
  input: toolsInput,
  output: toolsOutput,
  example: { board: 'overall', workflow: 'research-competitive-intelligence', limit: 10 },
  async run(context, { board, workflow, vertical, limit, offset }) {
    requirePlace(context.catalog.taxonomy, { kind: 'workflow', given: workflow })
    requirePlace(context.catalog.taxonomy, { kind: 'vertical', given: vertical })
    const listed = context.catalog.list({ workflow, vertical, sort: 'score' })
    const all = board === 'overall' ? rated(context, listed) : await rising(context, listed)
    const answer = { board, tools: ranked(all.slice(offset, offset + limit), offset), total: all.length }
    return withMessage(answer, emptyBoard[board])
  },
})

type Listed = ReturnType<Context['catalog']['list']>

function shownTool({ entry: { slug, canonical_name }, scores: { overall_score, value_score, evidence_count } }: Listed[number]) {
  return { slug, canonical_name, overall_score, value_score, evidence_count }
}

/** Tools with reports behind them. The catalog lists what an operator pinned first; a ranking does not. */
function rated({ learned, now }: Context, listed: Listed) {
  const isNew = (slug: string) => (learned.book.overall('tool', slug, now().getTime())?.mix.established ?? 0) === 0
  const reported = listed.filter(({ scores }) => !scores.is_prior).map(shownTool)
  return ratedAmong(reported.map((tool) => ({ ...tool, is_new: isNew(tool.slug) })))
}

async function rising({ store, now, boards }: Context, listed: Listed) {
  const ago = (ms: number) => isoTime(now().getTime() - ms)
  const since = { from: ago(2 * weekMs), middle: ago(weekMs), lowestTrust }
  const rises = await boards.get(
    'rising',
    () => readRises(store, since),
    (found) => found[0]?.outcomes_read ?? 0,
  )
  const bySlug = new Map(listed.map((tool) => [tool.entry.slug, tool]))
  return risingAmong(withinSites(rises)).flatMap(({ subject, this_week, last_week }) => {
    const tool = bySlug.get(subject)
    return tool ? [{ ...shownTool(tool), agents_this_week: this_week, agents_last_week: last_week }] : []
  })
}

function shownAgent(agent: Pick<Agent, 'agent_name' | 'trust_score' | 'verified_at'>) {
  return { agent_name: agent.agent_name, trust_tier: shownTierOf(agent), verified: agent.verified_at !== null }
}

const agentLeaderboard = operation({
  name: 'agent_leaderboard',
  group: 'leaderboards',
  http: 'GET /api/leaderboards/agents',
  summary: 'Agents ranked by reputation, with tier and verified mark',
  effect: 'read',
  input: agentsInput,
  output: agentsOutput,
  example: { limit: 10 },
  async run({ store, boards }, page) {
    const { rows, total } = await pageOf(boards, 'agents', { page, read: (places) => readAgents(store, lowestTrust, places) })
    const agents = rows.map(({ reputation_hundredths, ...agent }) => ({
      ...shownAgent(agent),
      reputation_points: asCredits(reputation_hundredths),
    }))
    return withMessage({ agents: ranked(agents, page.offset), total }, 'No agent has earned reputation yet.')
  },
})

const challengeLeaderboard = operation({
  name: 'challenge_leaderboard',
  group: 'leaderboards',
  http: 'GET /api/leaderboards/challenges/{slug}',
  summary: 'Best submission of each agent to a challenge, ranked',
  effect: 'read',
  input: challengeInput,
  output: challengeOutput,
  example: { slug: 'competitor-sheet', limit: 10 },
  async run({ store, now, boards }, { slug, limit, offset }) {
    const { title } = requireChallenge(slug)
    const since = isoTime(now().getTime() - weekMs)
    const { rows, total } = await pageOf(boards, `challenge ${slug}`, {
      page: { limit, offset },
      read: (places) => readEntries(store, slug, { lowestTrust, since, ...places }),
    })
    const entries = rows.map(({ overall_score, tier, submitted_at, ...agent }) => ({
      ...shownAgent(agent),
      overall_score,
      ranked_score: rankedScore(overall_score, agent),
      tier,
      submitted_at,
    }))
    const answer = { challenge_slug: slug, title, entries: ranked(entries, offset), total }
    return withMessage(answer, 'Nobody has handed in this challenge yet.')
  },
})

export const leaderboardOperations = [toolLeaderboard, agentLeaderboard, challengeLeaderboard]
