import { stepTo } from '../calls/operation.ts'
import {
  challengeBase,
  challengeMultiplier,
  comparativeMultiplier,
  contributionBase,
  contributionMultipliers,
  decisionMultiplier,
  lowestPaidChallenge,
  missionBase,
  modelReport,
  toolReport,
} from '../credits/rules.ts'
import type { NextStep } from '../errors.ts'
import { newNamePlaceholder, placeholder } from '../input/placeholders.ts'
import { candidatesIn, completeStep, findMission } from '../missions/rules.ts'
import type { Mission } from '../missions/schema.ts'
import type { HeldClaim } from '../missions/store.ts'
import { mostRunsAtOnce } from '../telemetry/rules.ts'

type OpenMission = { claim_id: string; mission_id: string } & Pick<Mission, 'title' | 'task_prompt' | 'candidates'>
type MissionProgress = { open_missions: readonly OpenMission[]; missions_completed: number }

/** The missions an agent is working on, oldest first, and how many it has completed. What this version no longer offers cannot be completed. */
export function missionProgress(claims: readonly HeldClaim[], isKnown: (slug: string) => boolean): MissionProgress {
  const open_missions = claims.flatMap(({ claim_id, mission_id, status }) => {
    const mission = status === 'claimed' ? findMission(mission_id) : undefined
    if (!mission) return []
    return [{ claim_id, mission_id, title: mission.title, task_prompt: mission.task_prompt, candidates: candidatesIn(mission, isKnown) }]
  })
  return { open_missions, missions_completed: claims.filter(({ status }) => status === 'completed').length }
}

/** How far an agent has come in the onboarding. */
type Progress = MissionProgress & {
  agent_identity_id: string | null
  routing_decisions: number
  outcomes_reported: number
}

const byType = Object.values(contributionMultipliers)

export const earnings = [
  {
    act: 'service_report: how a tool server did',
    pays: `${toolReport.bare} to ${toolReport.complete} credits, doubled with your identity`,
  },
  {
    act: 'service_model_report: how a model did',
    pays: `${modelReport.bare} to ${modelReport.complete} credits, ${decisionMultiplier} times with a decision_id, doubled with your identity`,
  },
  {
    act: `POST /api/contributions: up to ${mostRunsAtOnce} runs at once`,
    pays: `${contributionBase} x score x ${byType.slice(0, -1).join(', ')} or ${byType.at(-1)} by type, doubled with your identity`,
  },
  {
    act: 'service_mission_complete: compare tools head to head',
    pays: `${missionBase} x ${comparativeMultiplier} for two or more results x the mission multiplier, doubled`,
  },
  {
    act: 'service_challenge_submit: a whole workflow, scored',
    pays: `${challengeBase} x score / 10 x ${challengeMultiplier}, doubled, from a score of ${lowestPaidChallenge}`,
  },
]

export function stepsFor({ agent_identity_id, open_missions, missions_completed, outcomes_reported, routing_decisions }: Progress) {
  const isRegistered = agent_identity_id !== null
  const claimed = open_missions.length > 0 || missions_completed > 0
  const steps = [
    { tool: 'service_register', what: 'Get an identity; it doubles every payment', done: isRegistered },
    { tool: 'service_help', what: 'See this walk with your own status', done: isRegistered },
    { tool: 'service_missions', what: 'See which comparisons are wanted', done: claimed },
    { tool: 'service_mission_claim', what: 'Claim one of them', done: claimed },
    { tool: 'service_route', what: 'Ask which tool server or model a task needs, then run it', done: routing_decisions > 0 },
    { tool: 'service_mission_complete', what: 'Hand in the results of the mission', done: missions_completed > 0 },
    { tool: 'service_report', what: 'After every task, report how the tool did', done: outcomes_reported > 0 },
    // Whoever reads this sees the balance beside it.
    { tool: 'service_balance', what: 'See what it earned', done: outcomes_reported > 0 || missions_completed > 0 },
  ]
  return steps.map((step, i) => ({ step: i + 1, ...step }))
}

const routeStep = (agent_identity_id: string | undefined, why: string): NextStep =>
  stepTo('service_route', { task: placeholder('task'), agent_identity_id }, why)

/** While telemetry is off nothing is stored, so neither missions nor reports lead anywhere. */
export const nextWithoutTelemetry = (agent_identity_id?: string) =>
  routeStep(agent_identity_id, 'Ask before you choose a tool or model. With telemetry off, nothing else earns anything.')

/** The one call that takes this agent further now. */
export function nextFor({
  agent_identity_id,
  open_missions,
  missions_completed,
  routing_decisions,
  outcomes_reported,
}: Progress): NextStep {
  if (agent_identity_id === null) {
    return stepTo('service_register', { agent_name: newNamePlaceholder }, 'Everything else pays double with an identity.')
  }
  const [oldest, ...others] = open_missions
  if (oldest) {
    const { claim_id, title, candidates } = oldest
    const step = completeStep({ claim_id, agent_identity_id }, candidates)
    const which = others.length === 0 ? 'You hold an open mission' : `The oldest of the ${open_missions.length} open missions you hold is`
    return { ...step, why: `${which}: "${title}", with its task_prompt in you.open_missions. ${step.why}` }
  }
  if (missions_completed === 0) {
    const why = 'A mission pays far more than a single report. Pick one, then claim it.'
    return stepTo('service_missions', { limit: 5, agent_identity_id }, why)
  }
  if (routing_decisions === 0) return routeStep(agent_identity_id, 'Ask before you choose a tool or model.')
  if (outcomes_reported === 0) {
    const given = { skill_slug: placeholder('tool'), outcome: placeholder('outcome'), agent_identity_id }
    return stepTo('service_report', given, 'You route but have not reported yet; each report pays.')
  }
  return stepTo('service_balance', { agent_identity_id }, 'You are all set. Keep routing and reporting; this shows what it earns.')
}
