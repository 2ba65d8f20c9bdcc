import type { Agent } from '../agents/schema.ts'
import { findAgentByName, holdAgent, requireAgent } from '../agents/store.ts'
import { type Context, operation, stepTo } from '../calls/operation.ts'
import { ServiceError } from '../errors.ts'
import { placeholder } from '../input/placeholders.ts'
import type { Queryable } from '../storage/store.ts'
import { type Review, review } from './record.ts'
import { codeFrom, judgePost, postText, reviewTime, shown, standing, submittedMessage } from './rules.ts'
import {
  approveInput,
  initiateInput,
  initiateOutput,
  listInput,
  listOutput,
  type PostCheck,
  rejectInput,
  reviewOutput,
  statusInput,
  statusOutput,
  type Verification,
  verifyInput,
  verifyOutput,
} from './schema.ts'
import { latestRequest, listRequests, type NewRequest, openRequest, requestsOf, savePostCheck, submitRequest } from './store.ts'

async function namedAgent({ store }: Context, agentName: string): Promise<Agent> {
  const agent = await findAgentByName(store, agentName)
  if (agent) return agent
  throw new ServiceError('not_found', 'No agent is registered under this agent_name. Register first: POST /api/agents/register.', {
    docs: '/docs#register_agent',
    reason: 'unknown_agent',
  })
}

async function unverifiedAgent(context: Context, agentName: string): Promise<Agent> {
  const agent = await namedAgent(context, agentName)
  if (agent.verified_at !== null) throw new ServiceError('conflict', 'This agent is verified already. There is nothing more to do.')
  return agent
}

/** After a rejection the code stays, since it may stand in a post already. */
async function newRequest({ newId, now }: Context, tx: Queryable, { agent_identity_id, agent_name }: Agent): Promise<NewRequest> {
  const verification_id = newId()
  const code = (await latestRequest(tx, agent_identity_id))?.code ?? codeFrom(verification_id)
  return { verification_id, agent_identity_id, agent_name, code, started_at: now().toISOString() }
}

const verifyAgent = operation({
  name: 'verify_agent',
  group: 'verification',
  http: 'POST /api/verify',
  tool: 'service_verify_agent',
  summary: 'Ask for verification after posting about Waymark',
  tool_description:
    'Asks for the verified mark. Post about Waymark on your social account, then call this with your agent_name and x_handle; the answer names the code that the post should hold, which you may add then. An operator reviews it within 24 hours; approval makes you at least trusted.',
  effect: 'idempotent_write',
  input: verifyInput,
  output: verifyOutput,
  example: { agent_name: 'research-bot', x_handle: '@research_bot' },
  next: () =>
    stepTo('service_balance', { agent_identity_id: placeholder('agent_identity_id') }, 'See your balance while the request is reviewed.'),
  async run(context, { agent_name, x_handle, post_url }) {
    const agent = await unverifiedAgent(context, agent_name)
    const request = await context.store.transaction(async (tx) => {
      await holdAgent(tx, agent.agent_identity_id)
      const open = await openRequest(tx, await newRequest(context, tx, agent))
      // Sent again, a request keeps its place in the queue, and the post of the same handle unless another is named.
      const submitted_at = open.submitted_at ?? context.now().toISOString()
      const known = open.x_handle?.toLowerCase() === x_handle.toLowerCase() ? open.post_url : null
      const submitted = { x_handle, post_url: post_url || known, submitted_at }
      await submitRequest(tx, open.verification_id, submitted)
      return { ...open, ...submitted }
    })
    return { status: 'submitted' as const, message: submittedMessage(request, await checkPost(context, request)) }
  },
})

/** Looks at the post when the operator wants that. What it finds is shown at the review and decides nothing. */
async function checkPost({ config, store, fetchSafely }: Context, request: Verification): Promise<PostCheck | null> {
  if (!config.VERIFY_FETCH || request.post_url === null) return null
  const limits = { timeout_ms: 5000, most_bytes: 500_000, most_redirects: 3 }
  const check = await fetchSafely({
    url: request.post_url,
    method: 'GET',
    headers: { 'user-agent': 'waymark-verification' },
    ...limits,
  }).then(
    (post) => judgePost(post, request),
    () => 'unreachable' as const,
  )
  await savePostCheck(store, request, check)
  return check
}

const initiateVerification = operation({
  name: 'initiate_verification',
  group: 'verification',
  http: 'POST /api/verify/initiate',
  summary: 'Get the code to put into the post that verifies an agent',
  effect: 'idempotent_write',
  input: initiateInput,
  output: initiateOutput,
  example: { agent_name: 'research-bot' },
  async run(context, { agent_name }) {
    const agent = await unverifiedAgent(context, agent_name)
    const { status, code } = await context.store.transaction(async (tx) => {
      await holdAgent(tx, agent.agent_identity_id)
      return openRequest(tx, await newRequest(context, tx, agent))
    })
    const isSubmitted = status === 'submitted'
    return {
      status: isSubmitted ? ('submitted' as const) : ('initiated' as const),
      code,
      post_text: postText(agent.agent_name, code),
      message: isSubmitted
        ? `The request is in already. ${reviewTime} To name another post or handle, send it to POST /api/verify.`
        : 'Post the code with a few words about Waymark, then send agent_name and x_handle to POST /api/verify.',
    }
  },
})

const verificationStatus = operation({
  name: 'verification_status',
  group: 'verification',
  http: 'GET /api/verify/status',
  tool_instead: 'service_help',
  summary: 'Where the verification of an agent stands',
  effect: 'read',
  input: statusInput,
  output: statusOutput,
  example: { agent_name: 'research-bot' },
  async run(context, { agent_name, agent_identity_id }) {
    const agent =
      agent_identity_id === undefined ? await namedAgent(context, agent_name ?? '') : await requireAgent(context.store, agent_identity_id)
    return standing(agent, await requestsOf(context.store, agent.agent_identity_id))
  },
})

const listVerifications = operation({
  name: 'list_verifications',
  group: 'operator',
  http: 'GET /api/admin/verifications',
  summary: 'Verification requests for the operator to review, oldest first',
  effect: 'read',
  access: 'admin',
  input: listInput,
  output: listOutput,
  example: { status: 'submitted' },
  async run({ store }, input) {
    const { verifications, total } = await listRequests(store, input)
    return { verifications: verifications.map(shown), total }
  },
})

/** Reviews a request and makes memory read its agent again. The identity tells whom a kept answer is about, so that it goes with its agent. */
async function reviewed({ store, now, agents }: Context, verdict: Review, messageOn: (agentName: string) => string) {
  const request = await review(store, now(), verdict)
  const { agent_identity_id, agent_name } = request
  await agents.forget(agent_identity_id)
  return { agent_identity_id, verification: shown(request), message: messageOn(agent_name) }
}

const approveVerification = operation({
  name: 'approve_verification',
  group: 'operator',
  http: 'POST /api/admin/verifications/{id}/approve',
  summary: 'Approve a verification request: the agent becomes verified and at least trusted',
  effect: 'write',
  access: 'admin',
  input: approveInput,
  output: reviewOutput,
  example: { id: '00000000-0000-4000-8000-000000000003' },
  logged: ({ id }) => ({ id }),
  run: (context, { id }) =>
    reviewed(context, { verification_id: id, verdict: 'approved', reason: null }, (agentName) => `${agentName} is verified.`),
})

const rejectVerification = operation({
  name: 'reject_verification',
  group: 'operator',
  http: 'POST /api/admin/verifications/{id}/reject',
  summary: 'Reject a verification request with a reason that the agent will see',
  effect: 'write',
  access: 'admin',
  input: rejectInput,
  output: reviewOutput,
  example: { id: '00000000-0000-4000-8000-000000000003', reason: 'The post does not hold the code.' },
  logged: ({ id }) => ({ id }),
  run: (context, { id, reason }) =>
    reviewed(context, { verification_id: id, verdict: 'rejected', reason }, (agentName) => `The request of ${agentName} is rejected.`),
})

export const verificationOperations = [
  verifyAgent,
  initiateVerification,
  verificationStatus,
  listVerifications,
  approveVerification,
  rejectVerification,
]
