import { tierStarts } from '../agents/rules.ts'
import type { Medal } from '../challenges/schema.ts'
import { networkEnd } from '../network.ts'
import { fewestDays } from '../routing/evidence/conduct.ts'
import { mostPerNetwork } from '../routing/evidence/networks.ts'
import type { Queryable } from '../storage/store.ts'
import { type RiseOfNetworks, scoreShares } from './rules.ts'

export type Page = { limit: number; offset: number }
export type Paged<T> = { rows: T[]; total: number }

// Where networks are not told apart they have no name.
const counted = (week: string) =>
  `CAST(SUM(CASE WHEN network <> '' AND ${week} > ${mostPerNetwork} THEN ${mostPerNetwork} ELSE ${week} END) AS integer) AS ${week}`

/** 1 for an agent that has reported on too few days, or only since the time that the parameter `since` holds. */
const isNew = (since: string) => `CASE WHEN c.first_at <= ${since}
  AND (SELECT COUNT(*) FROM conduct_days d WHERE d.voice = c.voice) >= ${fewestDays} THEN 0 ELSE 1 END`

/** Beside it, how many outcomes all of it was read from. */
type ReadRise = RiseOfNetworks & { outcomes_read: number }
type RisesBetween = { from: string; middle: string; lowestTrust: number }

/**
 * How many agents in good standing reported on each tool in the two periods, and, apart from them, how many that are new. Of one network no
 * more count than in the scores; networks that are part of a site come one by one.
 */
export async function readRises(db: Queryable, { from, middle, lowestTrust }: RisesBetween): Promise<ReadRise[]> {
  const said = `SELECT subject, agent_identity_id AS voice, COUNT(*) AS reports, MAX(CASE WHEN reported_at > $2 THEN 1 ELSE 0 END) AS this_week,
       MAX(CASE WHEN reported_at <= $2 THEN 1 ELSE 0 END) AS last_week
     FROM outcomes WHERE kind = 'tool' AND evidence = 1 AND reported_at > $1 AND agent_identity_id IS NOT NULL
     GROUP BY subject, agent_identity_id`
  const reporters = `SELECT c.voice, c.network, ${isNew('$2')} AS is_new FROM conduct c
     JOIN agents a ON a.agent_identity_id = c.voice WHERE a.trust_score >= $3 AND c.voice IN (SELECT voice FROM said)`
  const perNetwork = `SELECT subject, is_new, network, SUM(this_week) AS this_week, SUM(last_week) AS last_week
     FROM said JOIN reporters ON reporters.voice = said.voice GROUP BY subject, is_new, network`
  const ofSite = `CASE WHEN network LIKE '%${networkEnd}' THEN network ELSE '' END`
  return db.query<ReadRise>(
    `WITH said AS (${said}), reporters AS (${reporters})
     SELECT subject, is_new, ${ofSite} AS network, ${counted('this_week')}, ${counted('last_week')},
       (SELECT SUM(reports) FROM said) AS outcomes_read FROM (${perNetwork}) AS per_network
     GROUP BY subject, is_new, ${ofSite}`,
    [from, middle, lowestTrust],
  )
}

type AgentRow = { agent_name: string; trust_score: number; verified_at: string | null; reputation_hundredths: number }

/**
 * Balances change with every report, so no index holds their order. They are sorted alone, and joined only from the reputation on that
 * the last agent of the page has at least, however many above it are not ranked.
 */
export async function readAgents(db: Queryable, lowestTrust: number, { limit, offset }: Page): Promise<Paged<AgentRow>> {
  const [counted] = await db.query<{ earning: number; hidden: number }>(
    `SELECT (SELECT COUNT(*) FROM balances WHERE reputation_hundredths > 0) AS earning,
       (SELECT COUNT(*) FROM agents a JOIN balances b ON b.agent_identity_id = a.agent_identity_id
        WHERE a.trust_score < $1 AND b.reputation_hundredths > 0) AS hidden`,
    [lowestTrust],
  )
  const { earning, hidden } = counted ?? { earning: 0, hidden: 0 }
  const total = earning - hidden
  if (offset >= total) return { rows: [], total }
  const rows = await db.query<AgentRow>(
    `SELECT a.agent_name, a.trust_score, a.verified_at, b.reputation_hundredths
     FROM balances b JOIN agents a ON a.agent_identity_id = b.agent_identity_id
     WHERE b.reputation_hundredths > 0 AND a.trust_score >= $1 AND b.reputation_hundredths >=
       (SELECT COALESCE(MIN(reputation_hundredths), 0) FROM
         (SELECT reputation_hundredths FROM balances ORDER BY reputation_hundredths DESC LIMIT $4) AS highest)
     ORDER BY b.reputation_hundredths DESC, a.registered_at, a.agent_name LIMIT $2 OFFSET $3`,
    [lowestTrust, limit, offset, offset + limit + hidden],
  )
  return { rows, total }
}

type EntryRow = {
  agent_name: string
  trust_score: number
  verified_at: string | null
  is_new: number
  overall_score: number
  tier: Medal | null
  submitted_at: string
}

// The same steps as in the rules, where a test holds both together.
const weight = `CASE WHEN verified_at IS NOT NULL THEN ${scoreShares.verified} WHEN is_new = 1 THEN ${scoreShares.baseline}
  WHEN trust_score >= ${tierStarts.production} THEN ${scoreShares.production}
  WHEN trust_score >= ${tierStarts.trusted} THEN ${scoreShares.trusted} ELSE ${scoreShares.baseline} END`

/** The best submission of each agent, the earlier of two equal ones. An agent that has reported only since then, or on few days, is new. */
export async function readEntries(
  db: Queryable,
  challengeSlug: string,
  { lowestTrust, since, limit, offset }: Page & { lowestTrust: number; since: string },
): Promise<Paged<EntryRow>> {
  const bests = `SELECT agent_identity_id, overall_score, tier, submitted_at,
      ROW_NUMBER() OVER (PARTITION BY agent_identity_id ORDER BY overall_score DESC, submitted_at) AS place
    FROM challenge_submissions WHERE challenge_slug = $1`
  const entries = `SELECT a.agent_name, a.trust_score, a.verified_at, ${isNew('$5')} AS is_new, s.overall_score, s.tier, s.submitted_at
    FROM (${bests}) s JOIN agents a ON a.agent_identity_id = s.agent_identity_id
    LEFT JOIN conduct c ON c.voice = a.agent_identity_id WHERE s.place = 1 AND a.trust_score >= $2`
  const [rows, [counted]] = await Promise.all([
    db.query<EntryRow>(
      `SELECT * FROM (${entries}) AS entries ORDER BY overall_score * ${weight} DESC, submitted_at, agent_name LIMIT $3 OFFSET $4`,
      [challengeSlug, lowestTrust, limit, offset, since],
    ),
    db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM (SELECT DISTINCT agent_identity_id FROM challenge_submissions WHERE challenge_slug = $1) s
       JOIN agents a ON a.agent_identity_id = s.agent_identity_id WHERE a.trust_score >= $2`,
      [challengeSlug, lowestTrust],
    ),
  ])
  return { rows, total: counted?.total ?? 0 }
}
