import { ServiceError } from '../errors.ts'
import { inList } from '../storage/in-list.ts'
import { insertRecords } from '../storage/records.ts'
import type { Queryable, Row, Transaction } from '../storage/store.ts'
import { type Agent, type Preferences, type ProjectContext, preferences, projectContext } from './schema.ts'

const columns = [
  'agent_identity_id',
  'agent_name',
  'agent_kind',
  'host_client_slug',
  'model_family',
  'trust_score',
  'is_active',
  'registered_at',
  'verified_at',
  'webhook_url',
  'preferences',
  'project_context',
] as const
const columnList = columns.join(', ')

export async function insertAgent(tx: Queryable, agent: Agent): Promise<boolean> {
  const record = {
    ...agent,
    is_active: agent.is_active ? 1 : 0,
    preferences: JSON.stringify(agent.preferences),
    project_context: JSON.stringify(agent.project_context),
  }
  return (await insertRecords(tx, { table: 'agents', columns, onConflict: '(agent_name) DO NOTHING' }, [record])) === 1
}

/** Names are kept in NFC, so that names that look the same are the same, however they were typed. */
export async function findAgentByName(db: Queryable, agentName: string): Promise<Agent | undefined> {
  const [row] = await db.query<Row>(`SELECT ${columnList} FROM agents WHERE agent_name = $1`, [agentName.normalize('NFC')])
  return row && agentOf(row)
}

export async function findAgent(db: Queryable, agentIdentityId: string): Promise<Agent | undefined> {
  const [row] = await db.query<Row>(`SELECT ${columnList} FROM agents WHERE agent_identity_id = $1`, [agentIdentityId])
  return row && agentOf(row)
}

export async function requireAgent(db: Queryable, agentIdentityId: string): Promise<Agent> {
  const agent = await findAgent(db, agentIdentityId)
  if (!agent) throw unknownAgent()
  return agent
}

/** Those of these agents that are still registered. */
export async function registeredAmong(db: Queryable, agentIdentityIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (agentIdentityIds.length === 0) return new Set()
  const { places, values } = inList(agentIdentityIds)
  const rows = await db.query<{ agent_identity_id: string }>(
    `SELECT agent_identity_id FROM agents WHERE agent_identity_id IN (${places})`,
    values,
  )
  return new Set(rows.map(({ agent_identity_id }) => agent_identity_id))
}

/** The agent, kept from being deleted until this act is over, so that nothing is written about one that is gone. Comes first in an act. */
export async function holdAgent(tx: Transaction, agentIdentityId: string): Promise<Agent> {
  await tx.hold([agentIdentityId])
  return requireAgent(tx, agentIdentityId)
}

export function unknownAgent(): ServiceError {
  return new ServiceError(
    'not_found',
    'This agent_identity_id was never issued. Register first: POST /api/agents/register with an agent_name.',
    { docs: '/docs#register_agent', reason: 'unknown_agent' },
  )
}

export async function savePreferences(
  tx: Queryable,
  agentIdentityId: string,
  saved: { preferences: Preferences; project_context: ProjectContext },
): Promise<void> {
  await tx.execute('UPDATE agents SET preferences = $2, project_context = $3 WHERE agent_identity_id = $1', [
    agentIdentityId,
    JSON.stringify(saved.preferences),
    JSON.stringify(saved.project_context),
  ])
}

type Webhook = { url: string; secret: string }

export async function saveWebhook(tx: Queryable, agentIdentityId: string, webhook: Webhook | null): Promise<void> {
  await tx.execute(
    `UPDATE agents SET webhook_url = $2, webhook_secret = $3, webhook_failures = 0, webhook_disabled_at = NULL WHERE agent_identity_id = $1`,
    [agentIdentityId, webhook?.url ?? null, webhook?.secret ?? null],
  )
}

/** The secret that goes with an address, unless another address has been set since. */
export async function findWebhookSecret(
  db: Queryable,
  { agent_identity_id, webhook_url }: Pick<Agent, 'agent_identity_id' | 'webhook_url'>,
): Promise<string | undefined> {
  const [found] = await db.query<{ webhook_secret: string }>(
    'SELECT webhook_secret FROM agents WHERE agent_identity_id = $1 AND webhook_url = $2',
    [agent_identity_id, webhook_url],
  )
  return found?.webhook_secret
}

function agentOf(row: Row): Agent {
  const { is_active, preferences: savedPreferences, project_context, ...rest } = row
  return {
    ...(rest as Omit<Agent, 'is_active' | 'preferences' | 'project_context'>),
    is_active: is_active === 1,
    preferences: preferences.parse(JSON.parse(String(savedPreferences))),
    project_context: projectContext.parse(JSON.parse(String(project_context))),
  }
}
