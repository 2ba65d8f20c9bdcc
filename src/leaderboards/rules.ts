import { shownTierOf } from '../agents/rules.ts'
import type { Agent } from '../agents/schema.ts'

type Standing = Pick<Agent, 'trust_score' | 'verified_at'>

/** Agents score their own challenges, so a score counts by how far its agent is trusted. Shadow agents are not ranked. */
export const scoreShares = { verified: 1, production: 1, trusted: 0.95, baseline: 0.85, unverified: 0 } as const

export function rankedScore(overallScore: number, standing: Standing): number {
  return Math.round(overallScore * scoreShares[shownTierOf(standing)] * 100) / 100
}

export type Rise = { subject: string; this_week: number; last_week: number }

/** Most agents gained first; among equals the one more agents use. */
export function byRise(a: Rise, b: Rise): number {
  return b.this_week - b.last_week - (a.this_week - a.last_week) || b.this_week - a.this_week || (a.subject < b.subject ? -1 : 1)
}

export function ranked<T>(rows: readonly T[], offset: number): (T & { rank: number })[] {
  return rows.map((row, i) => ({ rank: offset + i + 1, ...row }))
}

export function withMessage<T extends { total: number }>(answer: T, whenEmpty: string): T & { message?: string } {
  return answer.total === 0 ? { ...answer, message: whenEmpty } : answer
}
