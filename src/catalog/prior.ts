import type { Components, SkillFacts } from './schema.ts'

/** The prior counts as much as this many reports of an ordinary agent, and fades as real ones come in. */
export const priorWeight = 2

/**
 * Where an entry's scores begin: plain facts about it, no outcomes. Every component starts in the middle and moves a
 * little; only what a fact really says (a price, a licence, who publishes it) moves one by more than a point.
 */
export function priorOf(facts: SkillFacts): Components {
  const adoption = adoptionOf(facts)
  const upkeep = upkeepOf(facts)
  const official = facts.official ? 1 : 0
  return {
    output_quality: 5.5 + 1.5 * adoption + 0.5 * official,
    reliability: 5.2 + 1.1 * adoption + 0.8 * official + 0.6 * upkeep,
    efficiency: 5.5 + setUpEase(facts),
    cost: costScore(facts),
    trust: 4.5 + 2 * official + 1.2 * adoption + 0.8 * (isOpenLicense(facts.license) ? 1 : 0) + 0.5 * (facts.repo_url ? 1 : 0),
  }
}

/** 0 to 1: stars on a logarithmic scale where they were counted, and in how many directories it stands. */
export function adoptionOf({ github_stars, listed_by }: Pick<SkillFacts, 'github_stars' | 'listed_by'>): number {
  const listed = Math.min(1, listed_by / 12)
  if (github_stars === null) return 0.6 * listed
  return 0.65 * Math.min(1, Math.log10(1 + github_stars) / 4.5) + 0.35 * listed
}

/** 0 to 1: the signs of upkeep that the facts hold, a released package or a hosted endpoint, and known transports. */
function upkeepOf({ packages, transports }: SkillFacts): number {
  const hosted = transports.includes('streamable-http') || transports.includes('sse')
  return (packages.length > 0 || hosted ? 0.7 : 0) + (transports.length > 0 ? 0.3 : 0)
}

function setUpEase({ requires }: SkillFacts): number {
  if (requires.includes('none')) return 0.6
  if (requires.includes('local_app')) return -0.5
  return requires.includes('local_install') ? 0 : 0.3
}

const pricingScore = { free: 9, freemium: 7.5, usage: 6, paid: 5, unknown: 5 } as const

/** A price per run, given as its decimal logarithm: a tenth of a cent scores 8, ten cents 4, a dollar 2. 10 would be free beyond doubt. */
export const scoreOfPrice = (logUsd: number): number => Math.min(9, 2 - 2 * logUsd)

function costScore({ pricing, cost_usd_per_run }: SkillFacts): number {
  if (cost_usd_per_run === null || cost_usd_per_run === 0) return pricingScore[pricing]
  return Math.max(1, scoreOfPrice(Math.log10(cost_usd_per_run)))
}

function isOpenLicense(license: string | null): boolean {
  return license !== null && /^(mit|apache|bsd|isc|mpl|gpl|agpl|lgpl|unlicense|cc0|zlib|0bsd)/i.test(license)
}
