import { dayAfter, dayOf } from '../storage/days.ts'
import { inList } from '../storage/in-list.ts'
import { insertRecords } from '../storage/records.ts'
import type { Queryable } from '../storage/store.ts'
import type { EntryKind } from './rules.ts'

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
/** What an agent holds, and what it earned on the latest day it earned anything. */
export type Balance = {
  credits_hundredths: number
  reputation_hundredths: number
  earned_day: string
  earned_hundredths: number
  health_shown_at: string | null
}
type BalanceChange = { agent_identity_id: string } & Balance
export type NetworkDay = { network: string; day: string; credits_hundredths: number }

export const noBalance: Balance = {
  credits_hundredths: 0,
  reputation_hundredths: 0,
  earned_day: '',
  earned_hundredths: 0,
  health_shown_at: null,
}

const balanceColumns = [
  'agent_identity_id',
  'credits_hundredths',
  'reputation_hundredths',
  'earned_day',
  'earned_hundredths',
  'health_shown_at',
] as const

export async function balanceOf(db: Queryable, agentIdentityId: string): Promise<Balance> {
  const [row] = await db.query<Balance>(`SELECT ${balanceColumns.join(', ')} FROM balances WHERE agent_identity_id = $1`, [agentIdentityId])
  return row ?? noBalance
}

export const networkDayKey = ({ network, day }: Pick<NetworkDay, 'network' | 'day'>) => `${day} ${network}`

/** What these networks earned on each day that an act at one of these moments may count for. */
export async function loadNetworkDays(
  db: Queryable,
  { networks, moments }: { networks: readonly string[]; moments: readonly string[] },
): Promise<Map<string, number>> {
  if (networks.length === 0) return new Map()
  const days = inList([...new Set(moments.flatMap((now) => [dayOf(now), dayAfter(now)]))])
  const named = inList([...new Set(networks)], days.values.length + 1)
  const rows = await db.query<NetworkDay>(
    `SELECT network, day, credits_hundredths FROM network_days WHERE day IN (${days.places}) AND network IN (${named.places})`,
    [...days.values, ...named.values],
  )
  return new Map(rows.map((row) => [networkDayKey(row), row.credits_hundredths]))
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
  return insertRecords(tx, { table: 'ledger', columns: entryColumns }, entries)
}

/** Adds to the balances; the daily sum starts again when the day has changed. */
export async function addToBalances(tx: Queryable, changes: readonly BalanceChange[]): Promise<void> {
  const onConflict = `(agent_identity_id) DO UPDATE SET credits_hundredths = balances.credits_hundredths + excluded.credits_hundredths,
       reputation_hundredths = balances.reputation_hundredths + excluded.reputation_hundredths,
       earned_hundredths = excluded.earned_hundredths + CASE WHEN balances.earned_day = excluded.earned_day THEN balances.earned_hundredths ELSE 0 END,
       earned_day = excluded.earned_day, health_shown_at = COALESCE(excluded.health_shown_at, balances.health_shown_at)`
  await insertRecords(tx, { table: 'balances', columns: balanceColumns, onConflict }, changes)
}

export async function addToNetworkDays(tx: Queryable, totals: readonly NetworkDay[]): Promise<void> {
  const onConflict = '(network, day) DO UPDATE SET credits_hundredths = network_days.credits_hundredths + excluded.credits_hundredths'
  await insertRecords(tx, { table: 'network_days', columns: ['network', 'day', 'credits_hundredths'], onConflict }, totals)
}

type LedgerWanted = { agent_identity_id: string; limit: number; offset?: number; before?: string | undefined }
/** `left` tells whether there are more behind these. */
type LedgerPage = { entries: LedgerEntry[]; total: number; held: Amounts; left: boolean }

type Amounts = Pick<Balance, 'credits_hundredths' | 'reputation_hundredths'>
type LedgerRow = LedgerEntry & { total: number; held_credits: number; held_reputation: number }

/** One statement, so that entries, their number and the balance are of the same moment while more are paid. */
export async function readLedger(db: Queryable, { agent_identity_id, limit, offset = 0, before }: LedgerWanted): Promise<LedgerPage> {
  const older =
    before === undefined
      ? ''
      : 'AND (created_at, entry_id) < (SELECT created_at, entry_id FROM ledger WHERE agent_identity_id = $1 AND entry_id = $4)'
  const rows = await db.query<LedgerRow>(
    `SELECT e.*, counted.total, COALESCE(b.credits_hundredths, 0) AS held_credits, COALESCE(b.reputation_hundredths, 0) AS held_reputation
     FROM (SELECT COUNT(*) AS total FROM ledger WHERE agent_identity_id = $1) AS counted
     LEFT JOIN balances b ON b.agent_identity_id = $1
     LEFT JOIN (SELECT ${entryColumns.join(', ')} FROM ledger WHERE agent_identity_id = $1 ${older}
                ORDER BY created_at DESC, entry_id DESC LIMIT $2 OFFSET $3) AS e ON e.agent_identity_id = $1
     ORDER BY e.created_at DESC, e.entry_id DESC`,
    [agent_identity_id, limit + 1, offset, ...(before === undefined ? [] : [before])],
  )
  const { total = 0, held_credits = 0, held_reputation = 0 } = rows[0] ?? {}
  return {
    // Where there is no entry, the one row holds the rest alone.
    entries: rows.filter(({ entry_id }) => entry_id !== null).slice(0, limit),
    total,
    held: { credits_hundredths: held_credits, reputation_hundredths: held_reputation },
    left: rows.length > limit,
  }
}

export async function hasEntry(db: Queryable, agentIdentityId: string, entryId: string): Promise<boolean> {
  const found = await db.query('SELECT 1 AS found FROM ledger WHERE agent_identity_id = $1 AND entry_id = $2', [agentIdentityId, entryId])
  return found.length > 0
}
