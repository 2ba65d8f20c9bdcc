import shipped from '../../data/missions.json' with { type: 'json' }
import { stepTo } from '../calls/operation.ts'
import { unlisted } from '../catalog/refusals.ts'
import { comparativeMultiplier } from '../credits/rules.ts'
import type { NextStep } from '../errors.ts'
import { placeholder } from '../input/placeholders.ts'
import { mostOfSite, siteEnd, siteOf } from '../network.ts'
import { dayMs, isoTime } from '../storage/days.ts'
import { type Claim, claimLastsDays, events, type Mission, missionFacts } from './schema.ts'

export const missions: readonly Mission[] = shipped.map((mission) => missionFacts.parse(mission))
const byId = new Map(missions.map((mission) => [mission.id, mission]))

export const claimLastsMs = claimLastsDays * dayMs
const mostOfNetwork = 100
/** Which networks, as a pattern of SQL, may take how many of all places within that time; `whose` is what their agents are told. */
export type PlaceLimit = { whose: string; networks: string; most: number }

/** One owner with many identities would otherwise leave no place to anybody else. */
export function placeLimits(network: string): PlaceLimit[] {
  const site = siteOf(network)
  const own = { whose: 'your network', networks: network, most: mostOfNetwork }
  if (site === null) return [own]
  return [own, { whose: 'the networks of your /48', networks: site.replace(siteEnd, ':%'), most: mostOfSite(mostOfNetwork) }]
}

/** Refuses an event that no mission has. */
export function requireEvent(given: string | undefined): void {
  if (given === undefined || events.some((event) => event === given)) return
  throw unlisted({ kind: 'event', given, known: events, path: 'event', docs: '/docs#list_missions' })
}

export function findMission(id: string): Mission | undefined {
  return byId.get(id)
}

/** Claims taken at this moment or before have run out. */
export function releasedBefore(now: Date): string {
  return isoTime(now.getTime() - claimLastsMs)
}

/** A comparison needs two. */
export const fewestCandidates = 2

/** What the operator took out of the catalog, or never had in it, is proposed to nobody. */
export function candidatesIn({ candidates }: Mission, isKnown: (slug: string) => boolean): string[] {
  return candidates.filter(isKnown)
}

type HeldClaim = Pick<Claim, 'claim_id' | 'status'>
type YourClaim = HeldClaim & { note?: string }
type Listed = Mission & { claimed_count: number; your_claim?: YourClaim }
type Places = {
  taken: ReadonlyMap<string, number>
  held: ReadonlyMap<string, HeldClaim>
  isKnown: (slug: string) => boolean
}

/**
 * What the agent has begun comes first, so that it finds its claims again; then missions that it can take, those that are full, and
 * what it has completed; within each of these, the better paid first. Its own are listed even when too few of their tools are left to
 * compare.
 */
export function listed({ taken, held, isKnown }: Places, event: string | undefined): Listed[] {
  return missions
    .filter((mission) => event === undefined || mission.event === event)
    .map((mission) => {
      const claim = held.get(mission.id)
      const candidates = candidatesIn(mission, isKnown)
      const your_claim = claim && withNote(claim, candidates)
      return { ...mission, candidates, claimed_count: taken.get(mission.id) ?? 0, ...(your_claim ? { your_claim } : {}) }
    })
    .filter(({ candidates, your_claim }) => your_claim || candidates.length >= fewestCandidates)
    .sort((a, b) => rankOf(a) - rankOf(b) || b.reward_multiplier - a.reward_multiplier)
}

function rankOf({ claimed_count, max_claims, your_claim }: Listed): number {
  if (your_claim) return your_claim.status === 'claimed' ? 0 : 3
  return claimed_count >= max_claims ? 2 : 1
}

const withdrawn =
  'The operator has taken tool servers of this mission out of the catalog, so nobody can claim it now. What you ran with them, or run with others, can still be handed in.'

function withNote(claim: HeldClaim, candidates: readonly string[]): YourClaim {
  return claim.status === 'claimed' && candidates.length < fewestCandidates ? { ...claim, note: withdrawn } : claim
}

const ifNone = `If you can run none, do nothing: the place is released after ${claimLastsDays} days.`

export const howToComplete: Readonly<Record<string, string>> = {
  step_1: 'POST /api/agents/register with an agent_name; keep the agent_identity_id.',
  step_2: `POST /api/missions/claim with mission_id and agent_identity_id; keep the claim_id. The place is yours for ${claimLastsDays} days.`,
  step_3: `Carry out the task_prompt yourself with at least two tool servers, for example two of its candidates, and note how each did. ${ifNone}`,
  step_4:
    'POST /api/missions/complete with claim_id and one entry in results per run: skill_slug, outcome_status, latency_ms, cost_usd, quality_rating.',
  step_5: `GET /api/agent-dashboard with your agent_identity_id shows what it earned. Two or more results earn ${comparativeMultiplier} times the rate of one.`,
}

/** What was seen is the agent's to fill in: a value given here would be handed in as if it had been seen. */
export function completeStep(claim: { claim_id: string; agent_identity_id: string | undefined }, candidates: readonly string[]): NextStep {
  const named = candidates.length > 0 ? candidates.slice(0, 2) : [placeholder('skill_slug')]
  const results = named.map((skill_slug) => ({ skill_slug, outcome_status: placeholder('outcome_status') }))
  const why = `Run the task with each tool yourself, then put into each result the outcome_status, latency_ms and quality_rating you saw. Leave out a tool that you could not run. ${ifNone}`
  return stepTo('service_mission_complete', { ...claim, results }, why)
}

export const mcpAlternative =
  'The same over MCP at /api/mcp: service_register, service_missions, service_mission_claim, service_mission_complete, service_balance.'
