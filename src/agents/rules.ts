import type { Preferences, Profile, TrustTier } from './schema.ts'

export const newcomerTrustScore = 25
export const verifiedTrustScore = 50
export const highestTrustScore = 100

const tiersFromTop: readonly { tier: TrustTier; from: number }[] = [
  { tier: 'production', from: 75 },
  { tier: 'trusted', from: 50 },
  { tier: 'baseline', from: 25 },
  { tier: 'unverified', from: 0 },
]

export function tierOf(trustScore: number): TrustTier {
  return tiersFromTop.find(({ from }) => trustScore >= from)?.tier ?? 'unverified'
}

export function isShadow(trustScore: number): boolean {
  return tierOf(trustScore) === 'unverified'
}

export function nextTier(trustScore: number): { tier: TrustTier; from: number } | undefined {
  return tiersFromTop.findLast(({ from }) => from > trustScore)
}

export function clampTrust(trustScore: number): number {
  return Math.min(highestTrustScore, Math.max(0, trustScore))
}

export function profileOf(preferences: Preferences): Profile {
  if ((preferences.regulated_industries ?? []).length > 0) return 'regulated'
  return preferences.allow_china === true ? 'unregulated' : 'standard'
}

const secretPrefix = 'whsec_'
export const asWebhookSecret = (bytes: Buffer) => `${secretPrefix}${bytes.toString('base64')}`
export const webhookKey = (secret: string) => Buffer.from(secret.slice(secretPrefix.length), 'base64')

/** Fields that are present overwrite, also with an empty list; absent ones keep their value. */
export function overwrite<T extends object>(current: T, change: { [K in keyof T]?: T[K] | undefined }): T {
  const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...current, ...present }
}
