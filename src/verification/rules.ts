import { shownTierOf } from '../agents/rules.ts'
import type { Agent } from '../agents/schema.ts'
import type { NewEvent } from '../webhooks/schema.ts'
import type { PostCheck, Status, Verification } from './schema.ts'
import type { Requests } from './store.ts'

export const codeFrom = (id: string) => `waymark-${id.replaceAll('-', '').slice(0, 10)}`

export function postText(agentName: string, code: string): string {
  return `My agent ${agentName} picks its tools and models with Waymark and reports back what worked. ${code}`
}

/**
 * A post proves the claim when its text contains the code and the handle stands in its text or in the path of its address. The agent
 * chooses the address, so a code in the address would prove nothing.
 */
export function judgePost(post: { status: number; text: string }, { code, x_handle, post_url }: Verification): PostCheck {
  if (post.status < 200 || post.status >= 300) return 'unreachable'
  const text = post.text.toLowerCase()
  const path = post_url === null ? '' : new URL(post_url).pathname.toLowerCase()
  const namesHandle = x_handle !== null && [text, path].some((place) => place.includes(x_handle.toLowerCase()))
  return namesHandle && text.includes(code) ? 'found' : 'not_found'
}

const sentences: Record<Status | 'none', string> = {
  none: 'No request yet. Call POST /api/verify/initiate for a code, post it, then POST /api/verify with agent_name and x_handle.',
  initiated: 'Put the code into a post about Waymark, then send agent_name and x_handle to POST /api/verify.',
  submitted: 'The request waits for review, which takes up to 24 hours.',
  approved: 'Verified: the tier is at least trusted and every leaderboard shows the mark.',
  rejected: 'The request was rejected; see reason. You may send a new one to POST /api/verify.',
}

/** Where an agent stands with its latest request; what the operator said of the one before that stays to be read while this one waits. */
export function standing(agent: Agent, { request, rejectedFor }: Requests) {
  const verified = agent.verified_at !== null
  const status = verified ? ('approved' as const) : (request?.status ?? ('none' as const))
  const isWaiting = status === 'initiated' || status === 'submitted'
  return {
    agent_name: agent.agent_name,
    status,
    verified,
    trust_tier: shownTierOf(agent),
    reason: status === 'rejected' ? (request?.reason ?? null) : null,
    submitted_at: request?.submitted_at ?? null,
    reviewed_at: request?.reviewed_at ?? null,
    message: `${sentences[status]}${isWaiting ? rejectedBefore(rejectedFor) : ''}`,
  }
}

const rejectedBefore = (reason: string | null) => (reason === null ? '' : ` The request before it was rejected: "${reason}"`)

export const reviewTime = 'It is reviewed within 24 hours; GET /api/verify/status shows where it stands.'

/** What an agent is told when its request is in: what the review looks for, unless the post holds it, and nothing of any review's outcome. */
export function submittedMessage({ agent_name, code }: Verification, check: PostCheck | null): string {
  const toPost = `The review looks for the code ${code} in your post. If it is not there yet, post it: "${postText(agent_name, code)}"`
  return `The request is in. ${reviewTime}${check === 'found' ? '' : ` ${toPost}`}`
}

/**
 * A request as the operator sees it. The agent's identity is no secret, since registering its name returns it (SECURITY.md), but it
 * opens the agent's records, so a list that does not need it leaves it out.
 */
export function shown<T extends Verification>({ agent_identity_id: _, ...request }: T): Omit<T, 'agent_identity_id'> {
  return request
}

export function reviewEvent({ verification_id, agent_identity_id, status, reason }: Verification, now: string): NewEvent {
  return {
    delivery_id: `verification:${verification_id}`,
    agent_identity_id,
    event: 'verification',
    data: { status, reason },
    created_at: now,
  }
}
