import { holdAgent } from '../agents/store.ts'
import { requireStored, requireTelemetry } from '../calls/access.ts'
import { type Context, operation, stepTo } from '../calls/operation.ts'
import { isLimited } from '../calls/rate-limit.ts'
import type { CatalogEntry } from '../catalog/schema.ts'
import { comparativeMultiplier, cutMessage, missionMultipliers, payMission, shownAmounts } from '../credits/rules.ts'
import { exampleAgentId } from '../input/fields.ts'
import { placeholder } from '../input/placeholders.ts'
import { recordAct } from '../telemetry/record.ts'
import { enqueue } from '../webhooks/store.ts'
import { completedEvent, outcomeOf } from './outcomes.ts'
import {
  completedAlready,
  foreignClaim,
  refuseOrRepeat,
  refuseTooMany,
  releasedClaim,
  twoTools,
  unknownClaim,
  unknownMission,
  withdrawnMission,
} from './refusals.ts'
import {
  candidatesIn,
  completeStep,
  fewestCandidates,
  findMission,
  howToComplete,
  listed,
  mcpAlternative,
  missions,
  placeLimits,
  releasedBefore,
  requireEvent,
} from './rules.ts'
import {
  claimInput,
  claimLastsDays,
  claimOutput,
  completeInput,
  completeOutput,
  guidedOutput,
  type ListInput,
  listInput,
  listOutput,
  type Mission,
  type MissionResult,
} from './schema.ts'
import {
  claimOf,
  claimsHeld,
  findClaim,
  finishClaim,
  type NewClaim,
  type PlaceRule,
  placesOfNetworks,
  placesTaken,
  takePlace,
} from './store.ts'

async function list({ store, now, agents, catalog }: Context, { event, limit, offset, agent_identity_id }: ListInput) {
  requireEvent(event)
  if (agent_identity_id !== undefined) await agents.require(agent_identity_id)
  const cutoff = releasedBefore(now())
  const claims = agent_identity_id === undefined ? [] : await claimsHeld(store, agent_identity_id, cutoff)
  const held = new Map(claims.map(({ mission_id, claim_id, status }) => [mission_id, { claim_id, status }]))
  const found = listed({ taken: await placesTaken(store, cutoff), held, isKnown: (slug) => catalog.get(slug) !== undefined }, event)
  return { missions: found.slice(offset, offset + limit), total: found.length }
}

const listMissions = operation({
  name: 'list_missions',
  group: 'missions',
  http: 'GET /api/missions/available',
  tool: 'service_missions',
  summary: 'List benchmark missions: head-to-head tasks that pay several times a normal report',
  tool_description:
    'Lists paid benchmark missions. Each has a task_prompt to carry out with two tool servers and compare. Claim one with service_mission_claim; those with free places come first, and offset gives the next ones.',
  effect: 'read',
  input: listInput,
  output: listOutput,
  example: { event: 'web-research-extraction', limit: 5 },
  next: ({ agent_identity_id, event, offset }, { missions, total }) => {
    const open = missions.find(({ your_claim, claimed_count, max_claims }) => !your_claim && claimed_count < max_claims)
    if (open) {
      const claimed = { mission_id: open.id, agent_identity_id: agent_identity_id ?? placeholder('agent_identity_id') }
      return stepTo('service_mission_claim', claimed, 'Take a place in this mission before you begin.')
    }
    const begun = missions.find(({ your_claim }) => your_claim?.status === 'claimed')
    if (begun?.your_claim) return completeStep({ claim_id: begun.your_claim.claim_id, agent_identity_id }, begun.candidates)
    if (offset > 0 && total > 0) return stepTo('service_missions', { event, agent_identity_id }, 'The open ones come first; see them.')
    if (event !== undefined) return stepTo('service_missions', { agent_identity_id }, 'No mission of this event is open; see all of them.')
    return stepTo(
      'service_route',
      { task: placeholder('task'), agent_identity_id },
      'No mission is open; ask which tool fits your next task.',
    )
  },
  run: list,
})

const guideToMissions = operation({
  name: 'guide_to_missions',
  group: 'missions',
  http: 'GET /api/missions',
  tool_instead: 'service_missions',
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
  summary: `Claim a place in a benchmark mission for ${claimLastsDays} days`,
  tool_description: `Takes a place in a mission. Then carry out its task_prompt with at least two tool servers and hand in the results with service_mission_complete and the claim_id from here. If you can run none of them, do nothing: the place is released after ${claimLastsDays} days.`,
  effect: 'write',
  input: claimInput,
  output: claimOutput,
  example: { mission_id: missions[0]?.id ?? '', agent_identity_id: exampleAgentId },
  next: ({ mission_id, agent_identity_id }, { claim_id }, { catalog }) => {
    const mission = findMission(mission_id)
    return completeStep({ claim_id, agent_identity_id }, mission ? candidatesHere(mission, catalog) : [])
  },
  async run({ store, now, newId, agents, catalog, caller, config }, { mission_id, agent_identity_id }) {
    requireTelemetry(caller, await agents.require(agent_identity_id), telemetryNeeded)
    const mission = findMission(mission_id)
    if (!mission) throw unknownMission(agent_identity_id)
    const candidates = candidatesHere(mission, catalog)
    const claim: NewClaim = { claim_id: newId(), mission_id, agent_identity_id, claimed_at: now().toISOString() }
    const network = isLimited(caller, config) ? caller.network : ''
    const rule: PlaceRule = { places: mission.max_claims, cutoff: releasedBefore(now()), network }
    const taken = await store.transaction(async (tx) => {
      await holdAgent(tx, agent_identity_id)
      if (candidates.length >= fewestCandidates && (await takePlace(tx, claim, rule))) {
        for (const limit of network === '' ? [] : placeLimits(network)) {
          refuseTooMany(await placesOfNetworks(tx, limit.networks, rule.cutoff), limit, now())
        }
        return claim
      }
      return refuseOrRepeat(await claimOf(tx, mission_id, agent_identity_id), claim, { cutoff: rule.cutoff, candidates })
    })
    return { claim_id: taken.claim_id, mission_id, status: 'claimed' as const, claimed_at: taken.claimed_at }
  },
})

const candidatesHere = (mission: Mission, catalog: Context['catalog']) => candidatesIn(mission, (slug) => catalog.get(slug) !== undefined)

const telemetryNeeded = 'missions depend on it'

const completeMission = operation({
  name: 'complete_mission',
  group: 'missions',
  http: 'POST /api/missions/complete',
  tool: 'service_mission_complete',
  summary: 'Hand in the results of a claimed mission and get paid',
  tool_description: `Hand in what you saw when you ran the mission, one result per run. Two or more results pay ${comparativeMultiplier} times as much as one. A claim is paid once.`,
  effect: 'write',
  input: completeInput,
  output: completeOutput,
  example: {
    claim_id: '00000000-0000-4000-8000-000000000002',
    results: [
      { skill_slug: 'firecrawl-mcp', outcome_status: 'success', latency_ms: 2400, estimated_cost_usd: 0.004, output_quality_rating: 8.5 },
      {
        skill_slug: 'tavily-mcp',
        outcome_status: 'partial_success',
        latency_ms: 1900,
        estimated_cost_usd: 0.008,
        output_quality_rating: 6,
      },
    ],
  },
  next: ({ agent_identity_id = placeholder('agent_identity_id') }) =>
    stepTo('service_balance', { agent_identity_id }, 'See what the mission has added.'),
  async run(context, { claim_id, agent_identity_id, results }) {
    const { store, now, newId, agents, catalog, caller, act_key } = context
    const claim = await findClaim(store, claim_id)
    if (!claim) throw unknownClaim(agent_identity_id)
    if (agent_identity_id !== undefined) await agents.require(agent_identity_id)
    if (agent_identity_id !== undefined && agent_identity_id !== claim.agent_identity_id) throw foreignClaim()
    const again = act_key !== undefined && claim.completed_by_act === act_key
    if (claim.status === 'completed' && !again) throw completedAlready()
    requireTelemetry(caller, await agents.require(claim.agent_identity_id), telemetryNeeded)
    const mission = findMission(claim.mission_id)
    if (!mission) throw withdrawnMission(claim.agent_identity_id)
    const outcomes = results.map((result, at) =>
      outcomeOf(result, { entry: skillOf(catalog, result, at), outcome_id: newId(), claim_id, mission }),
    )
    let finished = again
    const recorded = await recordAct(context, {
      act_key: `mission:${claim_id}`,
      agent_identity_id: claim.agent_identity_id,
      outcomes,
      payment: payMission(results.length, mission.reward_multiplier),
      trust_delta: 0,
      async also(tx) {
        const finish = { claim_id, completed_at: now().toISOString(), completed_by_act: act_key ?? null, cutoff: releasedBefore(now()) }
        finished = await finishClaim(tx, finish)
        if (!finished) throw releasedClaim()
        await enqueue(tx, [completedEvent(claim, finish.completed_at)])
      },
    })
    requireStored(recorded, caller, telemetryNeeded)
    if (!finished) throw completedAlready()
    return {
      status: 'completed' as const,
      outcomes_recorded: recorded.outcome_ids.length,
      rewards: {
        ...shownAmounts(recorded),
        multipliers_applied: missionMultipliers(results.length, mission.reward_multiplier),
      },
      ...(recorded.cut ? { message: `Completed.${cutMessage(recorded.cut)}` } : {}),
    }
  },
})

function skillOf(catalog: Context['catalog'], { skill_slug, skill_id }: MissionResult, at: number): CatalogEntry {
  const entry = namedIn(catalog, skill_slug ?? skill_id ?? '')
  if (skill_id !== undefined && namedIn(catalog, skill_id).slug !== entry.slug) throw twoTools(at)
  return entry
}

const namedIn = (catalog: Context['catalog'], name: string): CatalogEntry => catalog.byId(name) ?? catalog.requireAny(name)

export const missionOperations = [listMissions, guideToMissions, claimMission, completeMission]
