import type { BadgeText } from './svg.ts'

// Yellow and orange that are dark enough for white text are brown.
const darkText = '#111827'

type ScoreColour = { from: number; name: string; hex: string; textColour?: string }

/** Colours by score, highest first: a score belongs to the first line it reaches. */
const scoreColours: readonly ScoreColour[] = [
  { from: 9, name: 'emerald', hex: '#10b981', textColour: darkText },
  { from: 8, name: 'green', hex: '#22c55e', textColour: darkText },
  { from: 7, name: 'yellow', hex: '#eab308', textColour: darkText },
  { from: 6, name: 'orange', hex: '#f97316', textColour: darkText },
]
const lowestColour: ScoreColour = { from: Number.NEGATIVE_INFINITY, name: 'red', hex: '#dc2626' }
const grey = '#6b7280'

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
  const { hex, textColour } = scoreColour(score)
  return { label: 'waymark', message, colour: hex, textColour, title: `${name} scores ${message} on Waymark${basis}` }
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
