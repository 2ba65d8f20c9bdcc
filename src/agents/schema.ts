import * as z from 'zod'
import { profileNames, providerName } from '../catalog/models.ts'
import { agentId, eitherOf, emptyAsAbsent } from '../input/fields.ts'
import { isFilled, unfilled } from '../input/placeholders.ts'
import { urlProblem } from '../outbound.ts'

const label = (most: number) => z.string().trim().min(1).max(most)
// A field that is present overwrites, so an empty text is the only way to take an answer back.
const clearable = z.string().trim().max(128)
// Control, format and unassigned characters make names that look alike or break pages.
// So do letters, symbols and selectors that show nothing.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
// In an emoji they show: joiners, tags and selectors make it the picture that it is.
const emoji = /\p{RGI_Emoji}|\p{Extended_Pictographic}\ufe0f|\ufe0f(?=\u20e3)/gv
const isPrintable = (name: string) => !unseen.test(name.replace(emoji, ''))

export const oneAgent = z.object({ agent_identity_id: agentId })
export const agentName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1)
  .max(128)
  .refine(isPrintable, 'must be 1 to 128 printable characters')
  .refine(isFilled, unfilled)
const trustTiers = ['unverified', 'baseline', 'trusted', 'production'] as const
export const trustTier = z.enum(trustTiers)
export const shownTier = z
  .enum([...trustTiers, 'verified'])
  .describe('verified once a verification was approved, regardless of the trust score; otherwise the tier of that score')
const knownKinds = ['autonomous', 'copilot', 'workflow-agent', 'evaluation-agent', 'hybrid'] as const

export const preferences = z.object({
  allow_china: z.boolean().optional().describe('true: models under Chinese jurisdiction too, unless an industry is listed'),
  regulated_industries: z
    .array(label(64))
    .max(32)
    .optional()
    .describe('For example healthcare, finance, government, eu_regulated; with any, only models of the regulated profile'),
  available_providers: z.array(providerName).max(32).optional().describe('Only models of these; an empty list allows all'),
  telemetry: z.boolean().optional().describe('false: nothing about this agent’s calls is stored, and nothing is earned'),
})

export const projectContext = z
  .object({
    framework: clearable.optional(),
    language: clearable.optional(),
    stack_tags: z.array(label(64)).max(64).optional().describe('Names of products, for example postgres, google-sheets'),
  })
  .describe('What the project is built with: among tool servers for the same work, one for a product named here comes first')

export type Preferences = z.output<typeof preferences>
export type ProjectContext = z.output<typeof projectContext>
export type TrustTier = z.output<typeof trustTier>
export type ShownTier = z.output<typeof shownTier>

export type Agent = {
  agent_identity_id: string
  agent_name: string
  agent_kind: string
  host_client_slug: string | null
  model_family: string | null
  trust_score: number
  is_active: boolean
  registered_at: string
  verified_at: string | null
  webhook_url: string | null
  preferences: Preferences
  project_context: ProjectContext
}

/** An address that a stranger gives us to call; an empty one means none. */
export const outboundUrl = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = text === '' ? undefined : urlProblem(text)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

export const registerInput = z.object({
  agent_name: agentName.describe(
    'Identifies this agent, in at most 128 characters: names are shared by all, so add your project or a random suffix to yours. The same name returns the same identity',
  ),
  agent_kind: emptyAsAbsent(label(64).default('autonomous')).describe(`For example ${knownKinds.join(', ')}`),
  host_client_slug: emptyAsAbsent(label(128).optional()).describe('Client the agent runs in, for example claude-code'),
  model_family: emptyAsAbsent(label(128).optional()).describe('Model family of the agent, for example claude'),
  webhook_url: outboundUrl.optional().describe('Where to send signed events about credits, missions, challenges and verification'),
})

export const registerOutput = z.object({
  agent_identity_id: z.string(),
  agent_name: z.string(),
  trust_tier: trustTier,
  is_active: z.boolean(),
  webhook_secret: z.string().optional().describe('Signs the events sent to webhook_url; shown this once'),
  message: z.string(),
})

export const preferencesInput = oneAgent
  .extend({ preferences: preferences.optional(), project_context: projectContext.optional() })
  .refine(...eitherOf('preferences', 'project_context'))

export const preferencesOutput = z.object({
  agent_identity_id: z.string(),
  preferences,
  project_context: projectContext,
  resolved_profile: z.enum(profileNames).describe('What the preferences come to; GET /api/models says which models a profile may use'),
})
