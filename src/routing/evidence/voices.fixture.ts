import { dayMs } from '../../storage/days.ts'
import { EvidenceBook } from './book.ts'
import { componentsFrom } from './components.ts'
import type { Conduct } from './conduct.ts'
import { emptyTally, growthAt, recentGrowthAt, type Tally } from './tally.ts'

export const now = Date.UTC(2026, 10, 2)
export const established: Conduct = {
  network: '',
  first_at_ms: now - 60 * dayMs,
  days: 20,
  last_day: '2026-11-01',
  linked: 20,
  agreement: null,
  shadow: false,
  anonymous: false,
}
export const newcomer: Conduct = { ...established, first_at_ms: now, days: 1, linked: 0 }
export const prior = { output_quality: 6, reliability: 6, efficiency: 6, cost: 6, trust: 6 }

export function tally(quality: number, reports: number, at = now): Tally {
  const weight = growthAt(at) * reports
  const recent = recentGrowthAt(at) * reports
  return {
    ...emptyTally,
    reports,
    weight,
    success: (weight * quality) / 10,
    quality: weight * quality,
    quality_weight: weight,
    quality_square: weight * quality ** 2,
    recent_weight: recent,
    recent_success: (recent * quality) / 10,
    recent_quality: recent * quality,
  }
}

/** Honest judgements of one tool, spread as people's are. */
export const spread = (mean: number, i: number, n: number) => mean + 1.2 * (((i * 0.618034) % 1) - 0.5) + 0.2 * ((i / n) * 2 - 1)

export function honestBook(tools: Record<string, number>, agents = 100): EvidenceBook {
  const book = new EvidenceBook()
  for (let i = 0; i < agents; i++) {
    book.setConduct(`honest-${i}`, { ...established, network: `10.0.${i}.1` })
    for (const [subject, mean] of Object.entries(tools)) {
      book.add({
        kind: 'tool',
        subject,
        era: '',
        cluster: 'tool_agent:web-search',
        voice: `honest-${i}`,
        tally: tally(spread(mean, i, agents), 5),
      })
    }
  }
  return book
}
export const score = (book: EvidenceBook, subject: string) => componentsFrom(prior, book.overall('tool', subject, now)!).output_quality

export function attack(book: EvidenceBook, voices: number, conduct: Conduct, opinions: Record<string, number>, reports: number): void {
  for (let i = 0; i < voices; i++) {
    book.setConduct(`liar-${i}`, { ...conduct, network: conduct.network === '*' ? `198.51.${i >> 8}.${i & 255}` : conduct.network })
    for (const [subject, quality] of Object.entries(opinions)) {
      book.add({ kind: 'tool', subject, era: '', cluster: 'tool_agent:web-search', voice: `liar-${i}`, tally: tally(quality, reports) })
    }
  }
}

export const tools = { good: 7.67, worse: 7 }
