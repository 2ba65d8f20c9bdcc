import * as z from 'zod'
import { agentName, outboundUrl, shownTier } from '../agents/schema.ts'
import { agentId, eitherOf, limitUpTo, offset, timestamp } from '../input/fields.ts'

const statuses = ['initiated', 'submitted', 'approved', 'rejected'] as const
const postChecks = ['found', 'not_found', 'unreachable'] as const
export type Status = (typeof statuses)[number]
export type PostCheck = (typeof postChecks)[number]

const handle = z
  .string()
  .trim()
  .max(100)
  .transform((text) => text.replace(/^@/, ''))
  .refine((text) => /^\w[\w.-]{0,63}(@[\w-]+(\.[\w-]+)+)?$/.test(text), 'must be a handle such as @research_bot')

export const verifyInput = z.object({
  agent_name: agentName.describe('The name you registered'),
  x_handle: handle.describe('Your handle on the social network where you posted about Waymark'),
  post_url: outboundUrl.optional().describe('Address of the post, which speeds up the review'),
})

export const verifyOutput = z.object({ status: z.literal('submitted'), message: z.string() })

export const initiateInput = z.object({ agent_name: agentName.describe('The name you registered') })

export const initiateOutput = z.object({
  status: z.enum(['initiated', 'submitted']),
  code: z.string().describe('Put it into your post'),
  post_text: z.string().describe('A text you may post as it is'),
  message: z.string(),
})

export const statusInput = z
  .object({ agent_name: agentName.optional(), agent_identity_id: agentId.optional() })
  .refine(...eitherOf('agent_name', 'agent_identity_id'))

export const statusOutput = z.object({
  agent_name: z.string(),
  status: z.enum(['none', ...statuses]),
  verified: z.boolean(),
  trust_tier: shownTier,
  reason: z.string().nullable().describe('Why a request was rejected'),
  submitted_at: timestamp.nullable(),
  reviewed_at: timestamp.nullable(),
  message: z.string(),
})

export const listInput = z.object({
  status: z.enum(statuses, `must be one of ${statuses.join(', ')}`).default('submitted'),
  limit: limitUpTo(200, 50),
  offset,
})

const shownVerification = z.object({
  verification_id: z.string(),
  agent_name: z.string(),
  x_handle: z.string().nullable(),
  post_url: z.string().nullable(),
  code: z.string(),
  status: z.enum(statuses),
  post_check: z.enum(postChecks).nullable().describe('Whether the post was fetched and contains code and handle; null when not checked'),
  reason: z.string().nullable(),
  started_at: timestamp,
  submitted_at: timestamp.nullable(),
  reviewed_at: timestamp.nullable(),
})

/** A request as it is kept. */
export type Verification = z.output<typeof shownVerification> & { agent_identity_id: string }

export const listOutput = z.object({
  verifications: z.array(shownVerification.extend({ agents_with_handle: z.int().describe('How many agents claim this handle') })),
  total: z.int(),
})

const verificationId = z.string().trim().min(1).max(64)
export const approveInput = z.object({ id: verificationId })
export const rejectInput = z.object({
  id: verificationId,
  reason: z.string().trim().min(3).max(500).describe('Shown to the agent, so say what to do better'),
})
export const reviewOutput = z.object({ agent_identity_id: z.string(), verification: shownVerification, message: z.string() })
