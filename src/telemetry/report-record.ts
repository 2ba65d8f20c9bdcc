import { findAgentByName, requireAgent } from '../agents/store.ts'
import type { Context } from '../calls/operation.ts'
import { balanceOf, noBalance } from '../credits/store.ts'
import type { ActRequest, RecordResult } from './act.ts'
import { withoutStoring } from './batch.ts'
import { recordAct } from './record.ts'

export type Named = { agent_identity_id?: string | undefined; agent_name?: string | undefined }

/** Whose report it is. Whether that identity was ever issued is found while recording, which saves a query here. */
export async function identityOf({ store }: Context, { agent_identity_id, agent_name }: Named): Promise<string | null> {
  if (agent_identity_id !== undefined) return agent_identity_id
  return agent_name === undefined ? null : ((await findAgentByName(store, agent_name))?.agent_identity_id ?? null)
}

/** Records, unless this call or its agent has telemetry off; then it is only checked. */
export async function recordUnlessOff(context: Context, request: ActRequest): Promise<RecordResult> {
  const { agent_identity_id } = request
  if (context.caller.telemetry) return recordAct(context, request)
  const agent = agent_identity_id === null ? null : await requireAgent(context.store, agent_identity_id)
  return withoutStoring(agent?.trust_score ?? null, agent ? await balanceOf(context.store, agent.agent_identity_id) : noBalance)
}
