import { ServiceError } from '../errors.ts'
import { type Context, operation } from '../operation.ts'
import { findMission, howToComplete, listed, mcpAlternative, missions, releasedBefore } from './rules.ts'
import { type Claim, claimInput, claimOutput, guidedOutput, listInput, listOutput } from './schema.ts'
import { claimOf, type NewClaim, placesTaken, takePlace } from './store.ts'

type ListInput = ReturnType<typeof listInput.parse>

async function list({ store, now, agents }: Context, { event, limit, agent_identity_id }: ListInput) {
  if (agent_identity_id !== undefined) await agents.require(agent_identity_id)
  const found = listed(await placesTaken(store, releasedBefore(now())), event)
  return { missions: found.slice(0, limit), total: found.length }
}

const listMissions = operation({
  name: 'list_missions',
  group: 'missions',
  http: 'GET /api/missions/available',
  tool: 'service_missions',
  summary: 'List benchmark missions: head-to-head tasks that pay several times a normal report',
  tool_description:
    'Lists paid benchmark missions. Each has a task_prompt to carry out with two tool servers and compare. Claim one with service_mission_claim; those with free places come first.',
  effect: 'read',
  input: listInput,
  output: listOutput,
  example: { event: 'web-research-extraction', limit: 5 },
  next: ({ agent_identity_id }, { missions: [first] }) =>
    first && {
      tool: 'service_mission_claim',
      arguments: { mission_id: first.id, ...(agent_identity_id === undefined ? {} : { agent_identity_id }) },
      why: 'Take a place in this mission before you begin.',
    },
  run: list,
})

const guideToMissions = operation({
  name: 'guide_to_missions',
  group: 'missions',
  http: 'GET /api/missions',
  summary: 'List benchmark missions together with the steps to complete one',
  effect: 'read',
  input: listInput,
  output: guidedOutput,
  example: { limit: 5 },
  run: async (context, input) => ({ ...(await list(context, input)), how_to_complete: howToComplete, mcp_alternative: mcpAlternative }),
})

const claimMission = operation({
  name: 'claim_mission',
  group: 'missions',
  http: 'POST /api/missions/claim',
  tool: 'service_mission_claim',
  summary: 'Claim a place in a benchmark mission for 7 days',
  tool_description:
    'Takes a place in a mission. Then carry out its task_prompt with at least two tool servers and hand in the results with service_mission_complete and the claim_id from here.',
  effect: 'write',
  input: claimInput,
  output: claimOutput,
  example: { mission_id: missions[0]?.id ?? '', agent_identity_id: '00000000-0000-4000-8000-000000000001' },
  next: ({ mission_id, agent_identity_id }, { claim_id }) => ({
    tool: 'service_mission_complete',
    arguments: { claim_id, agent_identity_id, results: exampleResults(mission_id) },
    why: 'Run the task with each tool yourself, then replace these values by what you saw.',
  }),
  async run({ store, now, newId, agents }, { mission_id, agent_identity_id }) {
    await agents.require(agent_identity_id)
    const mission = findMission(mission_id)
    if (!mission) throw unknownMission()
    const claim: NewClaim = { claim_id: newId(), mission_id, agent_identity_id, claimed_at: now().toISOString() }
    const rule = { places: mission.max_claims, cutoff: releasedBefore(now()) }
    const taken = await store.transaction(async (tx) => {
      if (await takePlace(tx, claim, rule)) return claim
      return refuseOrRepeat(await claimOf(tx, mission_id, agent_identity_id), claim, rule.cutoff)
    })
    return { claim_id: taken.claim_id, mission_id, status: 'claimed' as const, claimed_at: taken.claimed_at }
  },
})

function exampleResults(missionId: string) {
  const candidates = findMission(missionId)?.candidates ?? []
  return candidates.slice(0, 2).map((skill_slug) => ({ skill_slug, outcome_status: 'success', latency_ms: 1200, quality_rating: 8 }))
}

/** A retry of the same act finds its own claim and gets it again; anything else is a conflict. */
function refuseOrRepeat(held: Claim | undefined, wanted: NewClaim, cutoff: string): NewClaim {
  if (held?.claim_id === wanted.claim_id) return held
  if (held && (held.status === 'completed' || held.claimed_at > cutoff)) {
    const rest = held.status === 'completed' ? 'and completed it' : `with claim_id ${held.claim_id}`
    throw new ServiceError('conflict', `You have claimed this mission already ${rest}. Choose another one from GET /api/missions.`)
  }
  throw new ServiceError('conflict', 'All places of this mission are taken. Choose another one from GET /api/missions.')
}

function unknownMission(): ServiceError {
  return new ServiceError('not_found', 'There is no mission with this mission_id. Take an id from GET /api/missions.', {
    docs: '/docs#list_missions',
  })
}

export const missionOperations = [listMissions, guideToMissions, claimMission]
