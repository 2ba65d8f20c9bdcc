import type { Answer, Waymark } from './client.ts'

export type Recommendation = Answer<'route'>
/** What the wrapped function may tell about its own work; all of it is optional. */
export type Told = {
  outcome?: 'success' | 'partial_success' | 'failure' | 'error'
  cost_usd?: number
  quality_rating?: number
  skill_slug?: string
}
export type Work<T> = (recommendation: Recommendation, tell: (told: Told) => void) => Promise<T>

/**
 * Asks Waymark before the work, measures how long it took, reports after. The work runs whether or not Waymark answers, and its own
 * failures pass through unchanged.
 */
export function withWaymark(waymark: Waymark) {
  return async function run<T>(task: string, work: Work<T>): Promise<T> {
    const recommendation = await waymark.route(task)
    let told: Told = {}
    const started = performance.now()
    const report = (outcome: NonNullable<Told['outcome']>) => {
      const skill_slug = told.skill_slug ?? recommendation.recommended_skill
      if (!skill_slug) return undefined
      const decision_id = recommendation.available ? recommendation.routing_metadata.decision_id : undefined
      return waymark.report({
        skill_slug,
        outcome: told.outcome ?? outcome,
        latency_ms: performance.now() - started,
        ...(told.cost_usd === undefined ? {} : { cost_usd: told.cost_usd }),
        ...(told.quality_rating === undefined ? {} : { quality_rating: told.quality_rating }),
        ...(decision_id ? { decision_id } : {}),
      })
    }
    let value: T
    try {
      value = await work(recommendation, (more) => {
        told = { ...told, ...more }
      })
    } catch (error) {
      await report('error')?.catch(() => {})
      throw error
    }
    await report('success')
    return value
  }
}
