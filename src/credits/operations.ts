import { shownTierOf } from '../agents/rules.ts'
import { oneAgent } from '../agents/schema.ts'
import { requireAgent } from '../agents/store.ts'
import { requireOwner } from '../calls/access.ts'
import { operation, stepTo } from '../calls/operation.ts'
import { ServiceError } from '../errors.ts'
import { exampleAgentId } from '../input/fields.ts'
import { placeholder } from '../input/placeholders.ts'
import { dayOf } from '../storage/days.ts'
import { asCredits, dailyCaps, earnedOn, economicUsd, shownBalance, shownEntry } from './rules.ts'
import { balanceOutput, ledgerInput, ledgerOutput } from './schema.ts'
import { balanceOf, hasEntry, readLedger } from './store.ts'

const balance = operation({
  name: 'balance',
  group: 'credits',
  http: 'GET /api/agent/balance',
  tool: 'service_balance',
  summary: 'Credits and reputation of an agent, and what it may still earn today',
  tool_description: 'See your routing credits, reputation points and trust tier. Send your agent_identity_id.',
  effect: 'read',
  input: oneAgent,
  output: balanceOutput,
  example: { agent_identity_id: exampleAgentId },
  next: ({ agent_identity_id }) =>
    stepTo('service_route', { task: placeholder('next task'), agent_identity_id }, 'Ask which tool fits your next task.'),
  async run({ store, now }, { agent_identity_id }) {
    const agent = await requireAgent(store, agent_identity_id)
    const held = await balanceOf(store, agent_identity_id)
    return {
      agent_identity_id,
      agent_name: agent.agent_name,
      trust_tier: shownTierOf(agent),
      ...shownBalance(held),
      economic_credits_usd: economicUsd(held.credits_hundredths),
      earned_today: asCredits(earnedOn(held, dayOf(now().toISOString()))),
      daily_cap: asCredits(dailyCaps.agent_hundredths),
    }
  },
})

const ledger = operation({
  name: 'ledger',
  group: 'credits',
  http: 'GET /api/agents/{agent_identity_id}/ledger',
  summary: 'Every entry behind an agent’s balance, newest first; the bearer is the identity',
  effect: 'read',
  access: 'bearer',
  input: ledgerInput,
  output: ledgerOutput,
  example: { agent_identity_id: exampleAgentId, limit: 20 },
  async run(context, { agent_identity_id, limit, offset, before }) {
    requireOwner(context, agent_identity_id)
    await requireAgent(context.store, agent_identity_id)
    if (before !== undefined && !(await hasEntry(context.store, agent_identity_id, before))) throw unknownEntry()
    const { held, entries, total, left } = await readLedger(context.store, { agent_identity_id, limit, offset, before })
    return {
      agent_identity_id,
      balance: shownBalance(held),
      entries: entries.map(shownEntry),
      total,
      next_offset: left ? offset + entries.length : null,
      next_before: left ? (entries.at(-1)?.entry_id ?? null) : null,
    }
  },
})

const unknownEntry = () =>
  new ServiceError('not_found', 'No entry of this agent has the entry_id in before. Take next_before from the previous answer.', {
    docs: '/docs#ledger',
  })

export const creditOperations = [balance, ledger]
