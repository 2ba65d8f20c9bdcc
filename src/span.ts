/** One piece of work as it is sent to an OpenTelemetry collector. */
export type Span = {
  trace_id: string
  span_id: string
  parent_id: string | undefined
  name: string
  started_ms: number
  ended_ms: number
  failed: boolean
  attributes: Record<string, string | number>
}
