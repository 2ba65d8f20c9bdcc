import { WaymarkError } from './transport.ts'

/** A call that was not answered, and why. */
export type Failed = { available: false; error: WaymarkError }

/** What the agent continues with when Waymark is unavailable: no recommendation, and the reason. */
export type Unavailable = Failed & {
  approach: 'direct_llm'
  recommended_skill: null
  recommended_model: null
  routing_metadata: { decision_id: null }
  /** Never there; named so that they can be read of every answer alike. */
  orchestration?: undefined
  alternatives?: undefined
  model_details?: undefined
}

export const asWaymarkError = (thrown: unknown): WaymarkError =>
  thrown instanceof WaymarkError ? thrown : new WaymarkError(String(thrown), 'unknown')

export const failed = (thrown: unknown): Failed => ({ available: false, error: asWaymarkError(thrown) })

export const unavailable = (thrown: unknown): Unavailable => ({
  approach: 'direct_llm',
  recommended_skill: null,
  recommended_model: null,
  routing_metadata: { decision_id: null },
  ...failed(thrown),
})
