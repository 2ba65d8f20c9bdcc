import type { BadgeText } from './svg.ts'

/** Colours by score, highest first: a score belongs to the first line it reaches. */
const scoreColours = [
  { from: 9, name: 'emerald', hex: '#047857' },
  { from: 8, name: 'green', hex: '#3f7d0f' },
  { from: 7, name: 'yellow', hex: '#8f6b00' },
  { from: 6, name: 'orange', hex: '#b4500a' },
] as const
const lowestColour = { from: Number.NEGATIVE_INFINITY, name: 'red', hex: '#c02a1d' } as const
const grey = '#6b7280'

type ScoreColour = (typeof scoreColours)[number] | typeof lowestColour

export function scoreColour(score: number): ScoreColour {
  return scoreColours.find(({ from }) => score >= from) ?? lowestColour
}

/** To one digit, halves up, and cut only where rounding up would reach the next colour: 7.96 in yellow must not read 8.0. */
export function roundedScore(score: number): number {
  // 6.85 is stored a hair below, and toFixed would make 6.8 of it but 6.2 of 6.15.
  const rounded = Math.round(Number((score * 10).toPrecision(12))) / 10
  return scoreColour(rounded) === scoreColour(score) ? rounded : rounded - 0.1
}

export function shownScore(score: number): string {
  return `${roundedScore(Math.min(10, Math.max(0, score))).toFixed(1)}/10`
}

/** Without reports the score rests on published facts alone, and the title says so. */
export function toolBadge(name: string, score: number, isPrior = false): BadgeText {
  const message = shownScore(score)
  const basis = isPrior ? ' by its published facts; no reports yet' : ''
  return { label: 'waymark', message, colour: scoreColour(score).hex, title: `${name} scores ${message} on Waymark${basis}` }
}

export const unknownBadge: BadgeText = {
  label: 'waymark',
  message: '404 not found',
  colour: grey,
  title: 'Waymark knows nothing of this name',
}

const tierColours: Readonly<Record<string, string>> = {
  verified: '#1d4ed8',
  production: '#047857',
  trusted: '#3f7d0f',
  baseline: '#4b5563',
  unverified: grey,
}

export function agentBadge(agentName: string, tier: string): BadgeText {
  return { label: 'waymark agent', message: tier, colour: tierColours[tier] ?? grey, title: `${agentName} is ${tier} on Waymark` }
}

const medalColours: Readonly<Record<string, string>> = { gold: '#8a6a00', silver: '#5b6470', bronze: '#8c5523' }

export function medalBadge(challenge: string, agentName: string, tier: string | null): BadgeText {
  const title = tier ? `${agentName} won ${tier} in ${challenge} on Waymark` : `${agentName} holds no medal in ${challenge} on Waymark`
  return { label: challenge, message: tier ?? 'no medal', colour: (tier && medalColours[tier]) || grey, title }
}
