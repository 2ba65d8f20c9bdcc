import { oneAgent } from '../agents/schema.ts'
import { requireAgent } from '../agents/store.ts'
import { requireOwner } from '../calls/access.ts'
import { operation } from '../calls/operation.ts'
import { exampleAgentId } from '../input/fields.ts'
import { deleteOutput, exportInput, exportOutput } from './schema.ts'
import { eraseInParts, eraseLate, erasePersonal, personalTables, readPersonal } from './store.ts'

const exportAgent = operation({
  name: 'export_agent',
  group: 'agents',
  http: 'GET /api/agents/{agent_identity_id}/export',
  summary: 'Everything the service holds about an agent; the bearer is the identity',
  effect: 'read',
  access: 'bearer',
  input: exportInput,
  output: exportOutput,
  example: { agent_identity_id: exampleAgentId },
  async run(context, { agent_identity_id, cursor }) {
    requireOwner(context, agent_identity_id)
    await requireAgent(context.store, agent_identity_id)
    await context.decisions.settleAgent(agent_identity_id)
    const part = await readPersonal(context.store, agent_identity_id, cursor)
    return { agent_identity_id, exported_at: context.now().toISOString(), ...part }
  },
})

const deleteAgent = operation({
  name: 'delete_agent',
  group: 'agents',
  http: 'DELETE /api/agents/{agent_identity_id}',
  summary: 'Remove an agent and all that names it, leaving only anonymous counts; the bearer is the identity',
  effect: 'destructive',
  access: 'bearer',
  input: oneAgent,
  output: deleteOutput,
  example: { agent_identity_id: exampleAgentId },
  // Not whose: nothing is to lead back to an agent that was deleted.
  logged: () => ({}),
  async run(context, { agent_identity_id }) {
    requireOwner(context, agent_identity_id)
    await requireAgent(context.store, agent_identity_id)
    await context.decisions.settleAgent(agent_identity_id)
    const tables = await personalTables(context.store)
    const before = await eraseInParts(context.store, agent_identity_id)
    const { spokenOn, rows_removed, rows_made_anonymous } = await context.store.transaction(async (tx) => {
      await tx.hold('everything')
      // Another deletion may have come first.
      await requireAgent(tx, agent_identity_id)
      const spokenOn = await context.learned.forgetAgent(tx, agent_identity_id)
      return { spokenOn, ...(await erasePersonal(tx, tables, agent_identity_id)) }
    })
    await context.agents.forget(agent_identity_id)
    await context.boards.clear()
    await context.decisions.settleAgent(agent_identity_id)
    await context.store.transaction((tx) => eraseLate(tx, agent_identity_id))
    await context.learned.agentForgotten(agent_identity_id, spokenOn)
    const message = 'Deleted. What was reported stays as anonymous counts; nothing leads back to this agent.'
    return {
      agent_identity_id,
      deleted: true as const,
      rows_removed: before.rows_removed + rows_removed,
      rows_made_anonymous: before.rows_made_anonymous + rows_made_anonymous,
      message,
    }
  },
})

export const personalOperations = [exportAgent, deleteAgent]
