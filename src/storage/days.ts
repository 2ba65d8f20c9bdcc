export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A moment in ISO 8601, as every store and answer has it. */
export const isoTime = (ms: number) => new Date(ms).toISOString()

/** The day (UTC) of a moment in ISO 8601. */
export const dayOf = (timestamp: string) => timestamp.slice(0, 10)
export const dayAfter = (timestamp: string) => dayOf(isoTime(Date.parse(timestamp) + dayMs))
