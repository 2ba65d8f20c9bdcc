import shipped from '../../data/missions.json' with { type: 'json' }
import { type Mission, missionFacts } from './schema.ts'

export const missions: readonly Mission[] = shipped.map((mission) => missionFacts.parse(mission))
const byId = new Map(missions.map((mission) => [mission.id, mission]))

export const claimLastsMs = 7 * 24 * 3_600_000

export function findMission(id: string): Mission | undefined {
  return byId.get(id)
}

/** Claims taken at this moment or before have run out. */
export function releasedBefore(now: Date): string {
  return new Date(now.getTime() - claimLastsMs).toISOString()
}

type Listed = Mission & { claimed_count: number }

/** Missions with places left come first; among those, the better paid. */
export function listed(taken: ReadonlyMap<string, number>, event: Mission['event'] | undefined): Listed[] {
  const isFull = ({ claimed_count, max_claims }: Listed) => Number(claimed_count >= max_claims)
  return missions
    .filter((mission) => event === undefined || mission.event === event)
    .map((mission) => ({ ...mission, claimed_count: taken.get(mission.id) ?? 0 }))
    .sort((a, b) => isFull(a) - isFull(b) || b.reward_multiplier - a.reward_multiplier)
}

export const howToComplete: Readonly<Record<string, string>> = {
  step_1: 'POST /api/agents/register with an agent_name; keep the agent_identity_id.',
  step_2: 'POST /api/missions/claim with mission_id and agent_identity_id; keep the claim_id. The place is yours for 7 days.',
  step_3: 'Carry out the task_prompt yourself with at least two tool servers, for example two of candidates, and note how each did.',
  step_4:
    'POST /api/missions/complete with claim_id and one entry in results per run: skill_slug, outcome_status, latency_ms, cost_usd, quality_rating.',
  step_5: 'GET /api/agent-dashboard with your agent_identity_id shows what it earned. Two or more results earn 2.5 times the rate of one.',
}

export const mcpAlternative =
  'The same over MCP at /api/mcp: service_register, service_missions, service_mission_claim, service_mission_complete, service_balance.'
