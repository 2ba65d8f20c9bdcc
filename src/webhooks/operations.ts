import { asWebhookSecret, webhookSecretBytes } from '../agents/rules.ts'
import { oneAgent } from '../agents/schema.ts'
import { holdAgent, saveWebhook, unknownAgent } from '../agents/store.ts'
import { requireOwner } from '../calls/access.ts'
import { operation } from '../calls/operation.ts'
import { exampleAgentId } from '../input/fields.ts'
import { setInput, setOutput, statusOutput } from './schema.ts'
import { giveUpPending, recentDeliveries, webhookOf } from './store.ts'

const mostShown = 20

const setWebhook = operation({
  name: 'set_webhook',
  group: 'agents',
  http: 'PUT /api/agents/webhook',
  summary: 'Set, replace or remove the address that is told about credits, missions, challenges, verification and changed tools',
  effect: 'idempotent_write',
  access: 'bearer',
  input: setInput,
  output: setOutput,
  example: { agent_identity_id: exampleAgentId, webhook_url: 'https://agents.waymark.dev/hooks/research-bot' },
  // Not whose: the identity opens the records of the agent.
  logged: () => ({}),
  async run(context, { agent_identity_id, webhook_url }) {
    requireOwner(context, agent_identity_id)
    const { store, agents, randomBytes } = context
    const webhook = webhook_url === '' ? null : { url: webhook_url, secret: asWebhookSecret(randomBytes(webhookSecretBytes)) }
    await store.transaction(async (tx) => {
      await holdAgent(tx, agent_identity_id)
      await saveWebhook(tx, agent_identity_id, webhook)
      if (!webhook) await giveUpPending(tx, agent_identity_id, 'the address was removed')
    })
    await agents.forget(agent_identity_id)
    return {
      agent_identity_id,
      webhook_url: webhook?.url ?? null,
      webhook_secret: webhook?.secret ?? null,
      message: webhook ? 'Keep the secret: it is not shown again. Every delivery is signed with it.' : 'Events are no longer sent.',
    }
  },
})

const webhookStatus = operation({
  name: 'webhook_status',
  group: 'agents',
  http: 'GET /api/agents/{agent_identity_id}/webhook',
  summary: 'Where events of an agent are sent and how the last deliveries went',
  effect: 'read',
  access: 'bearer',
  input: oneAgent,
  output: statusOutput,
  example: { agent_identity_id: exampleAgentId },
  async run(context, { agent_identity_id }) {
    requireOwner(context, agent_identity_id)
    const state = await webhookOf(context.store, agent_identity_id)
    if (!state) throw unknownAgent()
    return {
      webhook_url: state.webhook_url,
      disabled_at: state.webhook_disabled_at,
      failures_in_a_row: state.webhook_failures,
      recent_deliveries: await recentDeliveries(context.store, agent_identity_id, mostShown),
    }
  },
})

export const webhookOperations = [setWebhook, webhookStatus]
