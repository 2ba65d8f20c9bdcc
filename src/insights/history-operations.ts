import { operation } from '../calls/operation.ts'
import { roundedIfAny } from '../rounded.ts'
import { type ScoreDay, scoreDayOf } from '../routing/evidence/score-day.ts'
import { scoreHistory } from '../routing/evidence/score-days-store.ts'
import { dayMs, dayOf, isoTime } from '../storage/days.ts'
import { type HistoryPoint, historyInput, historyOutput } from './schema.ts'

/** As many digits as carry a meaning; the store keeps all of them. */
function shown({ slug: _, success_rate, latency_ms, ...rest }: ScoreDay): HistoryPoint {
  return { ...rest, success_rate: roundedIfAny(success_rate, 4), latency_ms: roundedIfAny(latency_ms, 1) }
}

export const skillHistory = operation({
  name: 'skill_history',
  group: 'catalog',
  http: 'GET /api/skills/{slug}/history',
  summary: 'How the scores of a tool server moved, one point a day, and whose reports are behind them',
  effect: 'read',
  input: historyInput,
  output: historyOutput,
  example: { slug: 'github-mcp-server', days: 30 },
  async run({ store, catalog, learned, now }, { slug, days }) {
    catalog.require(slug)
    const nowMs = now().getTime()
    const since = dayOf(isoTime(nowMs - (days - 1) * dayMs))
    const today = scoreDayOf(learned.book, catalog, slug, nowMs)
    const before = (await scoreHistory(store, slug, since)).filter(({ day }) => day !== today?.day)
    return {
      slug,
      points: [...before, ...(today ? [today] : [])].map(shown),
      evidence_mix: learned.book.overall('tool', slug, nowMs)?.mix ?? { established: 0, newcomers: 0, anonymous: 0 },
    }
  },
})
