import type { Queryable } from '../store.ts'
import { inList } from './in-list.ts'
import { type Cut, capPayment, type EntryKind } from './rules.ts'

export type LedgerEntry = {
  entry_id: string
  agent_identity_id: string
  kind: EntryKind
  credits_hundredths: number
  reputation_hundredths: number
  trust_hundredths: number
  act: string
  created_at: string
}
export type Balance = { credits_hundredths: number; reputation_hundredths: number; health_shown_at: string | null }
export type BalanceChange = { agent_identity_id: string } & Balance
export type DayTotal = { scope: string; day: string; credits_hundredths: number }

export const agentScope = (agentIdentityId: string) => `agent:${agentIdentityId}`
export const networkScope = (network: string) => `network:${network}`
export const dayOf = (timestamp: string) => timestamp.slice(0, 10)
export const noBalance: Balance = { credits_hundredths: 0, reputation_hundredths: 0, health_shown_at: null }

/** One writer of the ledger at a time over all processes, so that caps, repeats and limits are read and written without a gap. */
export async function takeLedgerTurn(tx: Queryable): Promise<void> {
  await tx.execute('INSERT INTO ledger_turn (id, turn) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET turn = ledger_turn.turn + 1')
}

export async function loadBalances(db: Queryable, agentIds: readonly string[]): Promise<Map<string, Balance>> {
  if (agentIds.length === 0) return new Map()
  const { places, values } = inList(agentIds)
  const rows = await db.query<BalanceChange>(
    `SELECT agent_identity_id, credits_hundredths, reputation_hundredths, health_shown_at FROM balances WHERE agent_identity_id IN (${places})`,
    values,
  )
  return new Map(rows.map((row) => [row.agent_identity_id, row]))
}

export async function balanceOf(db: Queryable, agentIdentityId: string): Promise<Balance> {
  return (await loadBalances(db, [agentIdentityId])).get(agentIdentityId) ?? noBalance
}

export const dayKey = ({ scope, day }: Pick<DayTotal, 'scope' | 'day'>) => `${day} ${scope}`

export async function loadDayTotals(db: Queryable, wanted: readonly Pick<DayTotal, 'scope' | 'day'>[]): Promise<Map<string, number>> {
  const totals = new Map<string, number>()
  for (const day of new Set(wanted.map((total) => total.day))) {
    const { places, values } = inList([...new Set(wanted.filter((total) => total.day === day).map(({ scope }) => scope))], 2)
    const rows = await db.query<{ scope: string; credits_hundredths: number }>(
      `SELECT scope, credits_hundredths FROM day_totals WHERE day = $1 AND scope IN (${places})`,
      [day, ...values],
    )
    for (const { scope, credits_hundredths } of rows) totals.set(dayKey({ scope, day }), credits_hundredths)
  }
  return totals
}

const entryColumns = [
  'entry_id',
  'agent_identity_id',
  'kind',
  'credits_hundredths',
  'reputation_hundredths',
  'trust_hundredths',
  'act',
  'created_at',
] as const

export async function insertEntries(tx: Queryable, entries: readonly LedgerEntry[]): Promise<number> {
  return tx.insertMany(
    'ledger',
    entryColumns,
    entries.map((entry) => entryColumns.map((column) => entry[column])),
  )
}

export async function addToBalances(tx: Queryable, changes: readonly BalanceChange[]): Promise<void> {
  await tx.insertMany(
    'balances',
    ['agent_identity_id', 'credits_hundredths', 'reputation_hundredths', 'health_shown_at'],
    changes.map((change) => [change.agent_identity_id, change.credits_hundredths, change.reputation_hundredths, change.health_shown_at]),
    `(agent_identity_id) DO UPDATE SET credits_hundredths = balances.credits_hundredths + excluded.credits_hundredths,
       reputation_hundredths = balances.reputation_hundredths + excluded.reputation_hundredths,
       health_shown_at = COALESCE(excluded.health_shown_at, balances.health_shown_at)`,
  )
}

export async function addToDayTotals(tx: Queryable, totals: readonly DayTotal[]): Promise<void> {
  await tx.insertMany(
    'day_totals',
    ['scope', 'day', 'credits_hundredths'],
    totals.map(({ scope, day, credits_hundredths }) => [scope, day, credits_hundredths]),
    '(scope, day) DO UPDATE SET credits_hundredths = day_totals.credits_hundredths + excluded.credits_hundredths',
  )
}

export type SingleEntry = Omit<LedgerEntry, 'trust_hundredths'> & { trust_hundredths?: number; network?: string | null }

/** Pays one act within a transaction, under the daily caps. Not paid when that act was paid before. */
export async function addEntry(tx: Queryable, { network = null, ...entry }: SingleEntry): Promise<{ paid: boolean; cut: Cut }> {
  await takeLedgerTurn(tx)
  const [before] = await tx.query('SELECT entry_id FROM ledger WHERE act = $1', [entry.act])
  if (before) return { paid: false, cut: null }
  const day = dayOf(entry.created_at)
  const scopes = [agentScope(entry.agent_identity_id), ...(network === null ? [] : [networkScope(network)])].map((scope) => ({
    scope,
    day,
  }))
  const today = await loadDayTotals(tx, scopes)
  const [agent_hundredths = 0, network_hundredths = null] = scopes.map((scope) => today.get(dayKey(scope)) ?? 0)
  const { paid, cut } = capPayment(entry, { agent_hundredths, network_hundredths })
  const { agent_identity_id } = entry
  await insertEntries(tx, [{ trust_hundredths: 0, ...entry, ...paid }])
  await addToBalances(tx, [{ agent_identity_id, ...paid, health_shown_at: null }])
  await addToDayTotals(
    tx,
    scopes.map((scope) => ({ ...scope, credits_hundredths: paid.credits_hundredths })),
  )
  return { paid: true, cut }
}

export type LedgerPage = { entries: LedgerEntry[]; total: number }

export async function readLedger(
  db: Queryable,
  { agent_identity_id, limit, offset }: { agent_identity_id: string; limit: number; offset: number },
): Promise<LedgerPage> {
  const [entries, [counted]] = await Promise.all([
    db.query<LedgerEntry>(
      `SELECT ${entryColumns.join(', ')} FROM ledger WHERE agent_identity_id = $1 ORDER BY created_at DESC, entry_id DESC LIMIT $2 OFFSET $3`,
      [agent_identity_id, limit, offset],
    ),
    db.query<{ total: number }>('SELECT COUNT(*) AS total FROM ledger WHERE agent_identity_id = $1', [agent_identity_id]),
  ])
  return { entries, total: counted?.total ?? 0 }
}
