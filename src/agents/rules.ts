import type { Profile } from '../catalog/models.ts'
import { present } from '../input/present.ts'
import type { Agent, Preferences, ShownTier, TrustTier } from './schema.ts'

/** The trust score from which an agent has each tier. */
export const tierStarts = { production: 75, trusted: 50, baseline: 25, unverified: 0 } as const satisfies Record<TrustTier, number>

export const newcomerTrustScore = tierStarts.baseline
export const verifiedTrustScore = tierStarts.trusted
export const highestTrustScore = 100

const tiersFromTop = (Object.keys(tierStarts) as TrustTier[]).map((tier) => ({ tier, from: tierStarts[tier] }))

export function tierOf(trustScore: number): TrustTier {
  return tiersFromTop.find(({ from }) => trustScore >= from)?.tier ?? 'unverified'
}

/** The tier as everybody sees it: verification shows, whatever the score. */
export function shownTierOf({ trust_score, verified_at }: Pick<Agent, 'trust_score' | 'verified_at'>): ShownTier {
  return verified_at === null ? tierOf(trust_score) : 'verified'
}

export function isShadow(trustScore: number): boolean {
  return tierOf(trustScore) === 'unverified'
}

export function nextTier(trustScore: number): (typeof tiersFromTop)[number] | undefined {
  return tiersFromTop.findLast(({ from }) => from > trustScore)
}

export function profileOf(preferences: Preferences): Profile {
  if ((preferences.regulated_industries ?? []).length > 0) return 'regulated'
  return preferences.allow_china === true ? 'unregulated' : 'standard'
}

const secretPrefix = 'whsec_'
export const webhookSecretBytes = 24
export const asWebhookSecret = (bytes: Buffer) => `${secretPrefix}${bytes.toString('base64')}`
export const webhookKey = (secret: string) => Buffer.from(secret.slice(secretPrefix.length), 'base64')

/** Fields that are present overwrite, even with an empty list; absent ones keep their value. */
export function overwrite<T extends object>(current: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  return { ...current, ...present(change) }
}
