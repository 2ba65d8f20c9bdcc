import { isRecord } from '../input/record.ts'

/** A document from outside, and where it stands in its source, for whoever reads the report. */
export type SourceDoc = { place: string; doc: unknown }
/** Some documents of a source, the position after them, how many are done, and how many there are, where that is known. */
export type SourceBatch = { docs: SourceDoc[]; position: string; done: number; total: number | null }
export type Source = {
  /** Changes when the source's content may have; a position only counts for the same fingerprint. */
  fingerprint: string
  batches: (after: string | undefined) => AsyncGenerator<SourceBatch>
}
export type SourceOptions = { batchSize?: number; timeoutMs?: number; retries?: number; pauseMs?: number }

export class SourceError extends Error {}

/** A registry's own answer, a list, or a single server. */
export function documentsIn(value: unknown, name: string): SourceDoc[] {
  const servers = isRecord(value) ? value.servers : value
  if (!Array.isArray(servers)) return [{ place: name, doc: value }]
  return servers.map((doc, i) => ({ place: `${name} #${i + 1}`, doc }))
}

/** Undefined for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
