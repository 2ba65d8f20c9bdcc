import { shownTierOf } from '../agents/rules.ts'
import type { Agent } from '../agents/schema.ts'
import { siteOf } from '../network.ts'
import { rounded } from '../rounded.ts'
import { mostPerSite } from '../routing/evidence/networks.ts'

type Standing = Pick<Agent, 'trust_score' | 'verified_at'> & { is_new: number }

/** Agents score their own challenges, so a score counts by how far its agent is trusted. Shadow agents are not ranked. */
export const scoreShares = { verified: 1, production: 1, trusted: 0.95, baseline: 0.85, unverified: 0 } as const

/** A hundred reports raise the tier within a minute, so a new agent's tier counts for no more than the lowest. */
export function rankedScore(overallScore: number, { is_new, ...standing }: Standing): number {
  const tier = shownTierOf(standing)
  const share = is_new && tier !== 'verified' ? Math.min(scoreShares.baseline, scoreShares[tier]) : scoreShares[tier]
  return rounded(overallScore * share, 2)
}

type Rise = { subject: string; is_new: number; this_week: number; last_week: number }
/** `network` is that of a site; empty for all others together. */
export type RiseOfNetworks = Rise & { network: string }

const upToSite = (count: number) => Math.min(Math.floor(mostPerSite), count)

/** No more agents count from the networks of one IPv6 /48 than in the scores; otherwise its owner could have hundreds. */
export function withinSites(rises: readonly RiseOfNetworks[]): Rise[] {
  const sites = Map.groupBy(rises, ({ subject, is_new, network }) => JSON.stringify([subject, is_new, siteOf(network)]))
  const capped = [...sites.values()].map((ofSite) => {
    const { network, ...rise } = sumOf(ofSite)
    return siteOf(network) === null ? rise : { ...rise, this_week: upToSite(rise.this_week), last_week: upToSite(rise.last_week) }
  })
  const tools = Map.groupBy(capped, ({ subject, is_new }) => JSON.stringify([subject, is_new]))
  return [...tools.values()].map(sumOf)
}

function sumOf<T extends Rise>(rises: readonly T[]): T {
  const total = (week: 'this_week' | 'last_week') => rises.reduce((sum, rise) => sum + rise[week], 0)
  return { ...rises[0]!, this_week: total('this_week'), last_week: total('last_week') }
}

const gain = ({ this_week, last_week }: Rise) => this_week - last_week

/**
 * The tools that more agents use than before, most gained first and among equals the one more agents use. Agents that are new count only
 * where no other uses the tool, and such tools come last: anybody can register a thousand of them.
 */
export function risingAmong(rises: readonly Rise[]): Rise[] {
  const known = new Set(rises.flatMap(({ subject, is_new }) => (is_new ? [] : [subject])))
  return rises
    .filter((rise) => gain(rise) > 0 && !(rise.is_new && known.has(rise.subject)))
    .sort((a, b) => a.is_new - b.is_new || gain(b) - gain(a) || b.this_week - a.this_week || (a.subject < b.subject ? -1 : 1))
}

type Rated = { slug: string; overall_score: number; evidence_count: number; is_new: boolean }

/** By score. Tools of which only new or anonymous sources speak come last: one of them would lift any tool to where its facts alone put it. */
export function ratedAmong<T extends Rated>(tools: readonly T[]): Omit<T, 'is_new'>[] {
  return tools
    .toSorted(
      (a, b) =>
        Number(a.is_new) - Number(b.is_new) ||
        b.overall_score - a.overall_score ||
        b.evidence_count - a.evidence_count ||
        (a.slug < b.slug ? -1 : 1),
    )
    .map(({ is_new: _, ...tool }) => tool)
}

export function ranked<T>(rows: readonly T[], offset: number): (T & { rank: number })[] {
  return rows.map((row, i) => ({ rank: offset + i + 1, ...row }))
}

export function withMessage<T extends { total: number }>(answer: T, whenEmpty: string): T & { message?: string } {
  return answer.total === 0 ? { ...answer, message: whenEmpty } : answer
}
