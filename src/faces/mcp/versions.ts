export const modernVersion = '2026-07-28'
export const newestLegacy = '2025-11-25'
export const legacyVersions = [newestLegacy, '2025-06-18', '2025-03-26', '2024-11-05'] as const
export const supportedVersions: readonly string[] = [modernVersion, ...legacyVersions]

/** Revisions are dates, so text order is time order; whatever sorts after our newest is taken for something newer. */
export function isModern(version: string): boolean {
  return version >= modernVersion
}
