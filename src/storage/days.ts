export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The day (UTC) of a moment in ISO 8601. */
export const dayOf = (timestamp: string) => timestamp.slice(0, 10)
export const dayAfter = (timestamp: string) => dayOf(new Date(Date.parse(timestamp) + dayMs).toISOString())
