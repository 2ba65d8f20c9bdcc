import { operation, stepTo } from '../calls/operation.ts'
import { ServiceError } from '../errors.ts'
import { exampleAgentId } from '../input/fields.ts'
import type { Store } from '../storage/store.ts'
import { asWebhookSecret, newcomerTrustScore, overwrite, profileOf, tierOf, webhookSecretBytes } from './rules.ts'
import { type Agent, preferencesInput, preferencesOutput, registerInput, registerOutput } from './schema.ts'
import { findAgentByName, findWebhookSecret, holdAgent, insertAgent, savePreferences, saveWebhook } from './store.ts'

const registerAgent = operation({
  name: 'register_agent',
  group: 'agents',
  http: 'POST /api/agents/register',
  tool: 'service_register',
  summary: 'Register an agent identity, or get the one this name already has',
  tool_description:
    'Call this first. Gives you an agent_identity_id; pass it wherever a tool takes it, for double credits. Registering the same agent_name again returns the same identity, so choose one that nobody else will, with your project or a random suffix in it.',
  effect: 'idempotent_write',
  input: registerInput,
  output: registerOutput,
  example: { agent_name: 'research-bot', agent_kind: 'autonomous', host_client_slug: 'claude-code', model_family: 'claude' },
  next: (_, { agent_identity_id }) => stepTo('service_help', { agent_identity_id }, 'See what you can do and what it earns.'),
  async run({ store, now, newId, randomBytes }, input) {
    const wanted: Agent = {
      agent_identity_id: newId(),
      agent_name: input.agent_name,
      agent_kind: input.agent_kind,
      host_client_slug: input.host_client_slug ?? null,
      model_family: input.model_family ?? null,
      trust_score: newcomerTrustScore,
      is_active: true,
      registered_at: now().toISOString(),
      verified_at: null,
      webhook_url: input.webhook_url || null,
      preferences: {},
      project_context: {},
    }
    const agent = await findOrInsert(store, wanted, asWebhookSecret(randomBytes(webhookSecretBytes)))
    // A retry under the same key gets the same id and finds what the first try wrote.
    if (agent.agent_identity_id !== wanted.agent_identity_id) return welcomeBack(agent, input.webhook_url)
    const answer = registered(agent, 'Registered. Pass agent_identity_id wherever a call takes it: it doubles your credits.')
    return wanted.webhook_url ? { ...answer, webhook_secret: await findWebhookSecret(store, wanted) } : answer
  },
})

async function findOrInsert(store: Store, wanted: Agent, webhookSecret: string): Promise<Agent> {
  const known = await findAgentByName(store, wanted.agent_name)
  if (known) return known
  const winner = await store.transaction(async (tx) => {
    if (!(await insertAgent(tx, wanted))) return findAgentByName(tx, wanted.agent_name)
    if (wanted.webhook_url) await saveWebhook(tx, wanted.agent_identity_id, { url: wanted.webhook_url, secret: webhookSecret })
    return wanted
  })
  if (!winner) throw new ServiceError('unavailable', 'The registration could not be read back. Try again.', { retry_after_seconds: 1 })
  return winner
}

/** A name is no secret, so registering it again must not change where its events go. */
function welcomeBack(agent: Agent, webhookUrl: string | undefined) {
  const kept = webhookUrl ? ' The webhook_url was not changed; use PUT /api/agents/webhook for that.' : ''
  const shared = 'If it was not you who registered it, register a name of your own, with your project or a random suffix in it.'
  return registered(agent, `Welcome back: this name is registered already, here is its identity. ${shared}${kept}`)
}

function registered({ agent_identity_id, agent_name, trust_score, is_active }: Agent, message: string) {
  return { agent_identity_id, agent_name, trust_tier: tierOf(trust_score), is_active, message }
}

const updatePreferences = operation({
  name: 'update_preferences',
  group: 'agents',
  http: 'PUT /api/agents/preferences',
  also: ['PATCH /api/agents/preferences', 'POST /api/agents/preferences'],
  summary: 'Update what an agent may use and works with; fields that are absent keep their value',
  effect: 'idempotent_write',
  input: preferencesInput,
  output: preferencesOutput,
  example: {
    agent_identity_id: exampleAgentId,
    preferences: { allow_china: false, regulated_industries: ['healthcare'], available_providers: ['anthropic', 'google'] },
    project_context: { framework: 'langgraph', language: 'python', stack_tags: ['postgres', 'slack'] },
  },
  async run({ store, agents }, input) {
    const saved = await store.transaction(async (tx) => {
      const agent = await holdAgent(tx, input.agent_identity_id)
      const preferences = overwrite(agent.preferences, input.preferences ?? {})
      const project_context = overwrite(agent.project_context, input.project_context ?? {})
      await savePreferences(tx, agent.agent_identity_id, { preferences, project_context })
      return { preferences, project_context }
    })
    await agents.forget(input.agent_identity_id)
    return { agent_identity_id: input.agent_identity_id, ...saved, resolved_profile: profileOf(saved.preferences) }
  },
})

export const agentOperations = [registerAgent, updatePreferences]
