import type { Queryable } from '../storage/store.ts'
import type { Claim } from './schema.ts'

type Taken = { mission_id: string; taken: number }

/** Claims taken at the cutoff or before, and not completed, gave their place back. */
const holdsPlace = (cutoff: string) => `(status = 'completed' OR claimed_at > ${cutoff})`

/** The missions of all places that are held. In two parts, each looked up in the index: claims that ran out stay in the table. */
const heldPlaces = (cutoff: string) =>
  `(SELECT mission_id FROM mission_claims WHERE status = 'completed'
    UNION ALL SELECT mission_id FROM mission_claims WHERE status = 'claimed' AND claimed_at > ${cutoff}) AS held`

export async function placesTaken(db: Queryable, cutoff: string): Promise<Map<string, number>> {
  const rows = await db.query<Taken>(`SELECT mission_id, COUNT(*) AS taken FROM ${heldPlaces('$1')} GROUP BY mission_id`, [cutoff])
  return new Map(rows.map(({ mission_id, taken }) => [mission_id, taken]))
}

export type NewClaim = Pick<Claim, 'claim_id' | 'mission_id' | 'agent_identity_id' | 'claimed_at'>
/** `network` is empty where networks are not told apart. */
export type PlaceRule = { places: number; cutoff: string; network: string }

/**
 * Takes a place if one is free and the agent holds none. Claims of one mission queue on its row, so that each counts what
 * the one before it has taken. A claim of the agent that ran out is replaced.
 */
export async function takePlace(tx: Queryable, claim: NewClaim, { places, cutoff, network }: PlaceRule): Promise<boolean> {
  await tx.execute(
    'INSERT INTO mission_queues (mission_id, turn) VALUES ($1, 1) ON CONFLICT (mission_id) DO UPDATE SET turn = mission_queues.turn + 1',
    [claim.mission_id],
  )
  const taken = await tx.execute(
    `INSERT INTO mission_claims (claim_id, mission_id, agent_identity_id, status, claimed_at, network)
     SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), 'claimed', CAST($4 AS text), CAST($7 AS text)
     WHERE (SELECT COUNT(*) FROM ${heldPlaces('$5')} WHERE mission_id = $2) < $6
     ON CONFLICT (mission_id, agent_identity_id)
       DO UPDATE SET claim_id = excluded.claim_id, claimed_at = excluded.claimed_at, network = excluded.network
       WHERE mission_claims.status = 'claimed' AND mission_claims.claimed_at <= $5`,
    [claim.claim_id, claim.mission_id, claim.agent_identity_id, claim.claimed_at, cutoff, places, network],
  )
  return taken === 1
}

export type PlacesTaken = { taken: number; first: string | null }

/** How many places have been taken since the cutoff from the networks that match, and when the first of them. */
export async function placesOfNetworks(db: Queryable, networks: string, cutoff: string): Promise<PlacesTaken> {
  // What was claimed since is found by the index; that is never more than there are places.
  const [row] = await db.query<PlacesTaken>(
    'SELECT COUNT(*) AS taken, MIN(claimed_at) AS first FROM mission_claims WHERE network LIKE $1 AND claimed_at > $2',
    [networks, cutoff],
  )
  return row ?? { taken: 0, first: null }
}

const columns = 'claim_id, mission_id, agent_identity_id, status, claimed_at, completed_at, completed_by_act'

export async function claimOf(db: Queryable, missionId: string, agentIdentityId: string): Promise<Claim | undefined> {
  const [claim] = await db.query<Claim>(`SELECT ${columns} FROM mission_claims WHERE mission_id = $1 AND agent_identity_id = $2`, [
    missionId,
    agentIdentityId,
  ])
  return claim
}

export type HeldClaim = Pick<Claim, 'claim_id' | 'mission_id' | 'status'>

/** What the agent holds or has completed, oldest first; one claim per mission. */
export async function claimsHeld(db: Queryable, agentIdentityId: string, cutoff: string): Promise<HeldClaim[]> {
  return db.query<HeldClaim>(
    `SELECT claim_id, mission_id, status FROM mission_claims WHERE agent_identity_id = $1 AND ${holdsPlace('$2')} ORDER BY claimed_at`,
    [agentIdentityId, cutoff],
  )
}

export async function findClaim(db: Queryable, claimId: string): Promise<Claim | undefined> {
  const [claim] = await db.query<Claim>(`SELECT ${columns} FROM mission_claims WHERE claim_id = $1`, [claimId])
  return claim
}

type Finish = { claim_id: string; completed_at: string; completed_by_act: string | null; cutoff: string }

/** Closes a claim that is open and has not run out; of several tries one gets true. */
export async function finishClaim(tx: Queryable, finish: Finish): Promise<boolean> {
  const finished = await tx.execute(
    `UPDATE mission_claims SET status = 'completed', completed_at = $2, completed_by_act = $3
     WHERE claim_id = $1 AND status = 'claimed' AND claimed_at > $4`,
    [finish.claim_id, finish.completed_at, finish.completed_by_act, finish.cutoff],
  )
  return finished === 1
}
