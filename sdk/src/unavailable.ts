import { WaymarkError } from './transport.ts'

/** What the agent goes on with when Waymark is away: no recommendation, and the reason. */
export type Unavailable = {
  available: false
  approach: 'direct_llm'
  recommended_skill: null
  recommended_model: null
  error: WaymarkError
}

export const asWaymarkError = (thrown: unknown): WaymarkError =>
  thrown instanceof WaymarkError ? thrown : new WaymarkError(String(thrown), 'unknown')

export const unavailable = (thrown: unknown): Unavailable => ({
  available: false,
  approach: 'direct_llm',
  recommended_skill: null,
  recommended_model: null,
  error: asWaymarkError(thrown),
})
