import type { Answer, Report, Waymark } from './interface.ts'
import { unavailable } from './unavailable.ts'

export type Recommendation = Answer<'route'>
/** What the wrapped function may tell about its own work; all of it is optional. */
export type Told = Partial<Pick<Report, 'outcome' | 'cost_usd' | 'quality_rating' | 'skill_slug'>>
export type Work<T> = (recommendation: Recommendation, tell: (told: Told) => void) => Promise<T>

/**
 * Asks Waymark before the work, measures how long it took, reports after. Its answer is that of the work: whether Waymark answers
 * does not affect it, even if the client is set to throw, and the work's own failures pass through unchanged.
 */
export function withWaymark(waymark: Waymark) {
  return async function run<T>(task: string, work: Work<T>): Promise<T> {
    const recommendation = await waymark.route(task).catch(unavailable)
    let told: Told = {}
    const started = performance.now()
    const report = async (outcome: Report['outcome']) => {
      const skill_slug = told.skill_slug ?? recommendation.recommended_skill
      if (!skill_slug) return
      // Whatever answered instead of Waymark, the work keeps its result.
      const decision_id = recommendation.available ? recommendation.routing_metadata?.decision_id : undefined
      const facts = {
        skill_slug,
        outcome: told.outcome ?? outcome,
        latency_ms: performance.now() - started,
        ...(told.cost_usd === undefined ? {} : { cost_usd: told.cost_usd }),
        ...(told.quality_rating === undefined ? {} : { quality_rating: told.quality_rating }),
        ...(decision_id ? { decision_id } : {}),
      }
      await waymark.report(facts).catch(() => {})
    }
    let value: T
    try {
      value = await work(recommendation, (more) => {
        told = { ...told, ...more }
      })
    } catch (error) {
      await report('error')
      throw error
    }
    await report('success')
    return value
  }
}
