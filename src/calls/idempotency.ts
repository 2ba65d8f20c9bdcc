import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError, statusByCode } from '../errors.ts'
import { dayMs, isoTime } from '../storage/days.ts'
import { forgetRows } from '../storage/forgetting.ts'
import type { Store } from '../storage/store.ts'

const keptMs = dayMs
const takeoverMs = 30_000
const pollMs = 25

/** `about_agent` is whom the answer will be about, as far as the request tells. */
export type KeyedRequest = { scoped_key: string; request_hash: string; about_agent: string | null }
/** The seed is the same for every try of one act. A key that is used again after it has expired gets a new seed. */
type Work = (seed: string) => Promise<Kept>
/** An answer, and whom it is about. */
type Kept = { answer: string; about_agent: string | null }
type Stored = { request_hash: string; answer: string | null }

export const longestKey = 255
export const isKey = (text: string) => text.length > 0 && text.length <= longestKey

/** A scoped key is a hash; the seed of its act begins with it. */
export const scopedKeyLength = 64

export function hashOf(...parts: string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** Ids that are the same for each try of one keyed act, so that a retry after a crash finds what was written. */
export function stableIds(seed: string): () => string {
  let count = 0
  return () => {
    const hex = hashOf(seed, String(count++))
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}

/** Answers a keyed request once: the first try does the work, every other gets its answer, in this process and in others. */
export class IdempotentAnswers {
  private readonly store: Store
  private readonly now: () => Date
  private readonly inFlight = new Map<string, Promise<string>>()

  constructor(store: Store, now: () => Date) {
    this.store = store
    this.now = now
  }

  /** Only equal bodies share an answer here: which of several bodies has the key is for the store to say, which knows the first. */
  async once(request: KeyedRequest, work: Work): Promise<string> {
    const place = `${request.scoped_key}:${request.request_hash}`
    const running = this.inFlight.get(place)
    if (running) return running
    const answer = this.claimAndWork(request, work)
    this.inFlight.set(place, answer)
    try {
      return await answer
    } finally {
      this.inFlight.delete(place)
    }
  }

  /** What this request was answered before, for a caller about whom nothing more may be stored. */
  async earlier({ scoped_key, request_hash }: KeyedRequest): Promise<string | undefined> {
    const [stored] = await this.store.query<Stored>(
      'SELECT request_hash, answer FROM idempotent_answers WHERE scoped_key = $1 AND started_at >= $2',
      [scoped_key, this.ago(keptMs)],
    )
    if (stored && stored.request_hash !== request_hash) throw otherBody()
    return stored?.answer ?? undefined
  }

  async forgetOld(): Promise<number> {
    return forgetRows(this.store, { table: 'idempotent_answers', time: 'started_at' }, this.ago(keptMs))
  }

  private async claimAndWork(request: KeyedRequest, work: Work): Promise<string> {
    for (;;) {
      if (await this.claim(request)) return this.work(request, work)
      const [stored] = await this.store.query<Stored>('SELECT request_hash, answer FROM idempotent_answers WHERE scoped_key = $1', [
        request.scoped_key,
      ])
      if (!stored) continue
      if (stored.request_hash !== request.request_hash) throw otherBody()
      if (stored.answer !== null) return stored.answer
      await sleep(pollMs)
    }
  }

  /** A lease far in the future was written by a wrong clock and would never end, so it can be taken over too. */
  private async claim({ scoped_key, request_hash, about_agent }: KeyedRequest): Promise<boolean> {
    const now = this.now().toISOString()
    const claimed = await this.store.execute(
      `INSERT INTO idempotent_answers (scoped_key, request_hash, answer, started_at, leased_at, about_agent) VALUES ($1, $2, NULL, $3, $3, $7)
       ON CONFLICT (scoped_key) DO UPDATE SET request_hash = excluded.request_hash, answer = NULL, leased_at = excluded.leased_at,
         about_agent = excluded.about_agent,
         started_at = CASE WHEN idempotent_answers.started_at < $4 THEN excluded.started_at ELSE idempotent_answers.started_at END
       WHERE idempotent_answers.started_at < $4
          OR (idempotent_answers.answer IS NULL AND (idempotent_answers.leased_at < $5 OR idempotent_answers.leased_at > $6) AND idempotent_answers.request_hash = excluded.request_hash)`,
      [scoped_key, request_hash, now, this.ago(keptMs), this.ago(takeoverMs), this.ago(-takeoverMs), about_agent],
    )
    return claimed > 0
  }

  private async work({ scoped_key }: KeyedRequest, work: Work): Promise<string> {
    try {
      const [claim] = await this.store.query<{ started_at: string }>('SELECT started_at FROM idempotent_answers WHERE scoped_key = $1', [
        scoped_key,
      ])
      const kept = await work(`${scoped_key}:${claim?.started_at}`)
      await this.keep(scoped_key, kept)
      return kept.answer
    } catch (error) {
      await this.letGo(scoped_key, error).catch(() => {})
      throw error
    }
  }

  /** An agent that was deleted meanwhile takes its answer with it. */
  private async keep(scopedKey: string, { answer, about_agent }: Kept): Promise<void> {
    const kept = await this.store.execute(
      `UPDATE idempotent_answers SET answer = $2, about_agent = $3
       WHERE scoped_key = $1 AND (CAST($3 AS text) IS NULL OR EXISTS (SELECT 1 FROM agents WHERE agent_identity_id = $3))`,
      [scopedKey, answer, about_agent],
    )
    if (kept === 0) await this.store.execute('DELETE FROM idempotent_answers WHERE scoped_key = $1 AND answer IS NULL', [scopedKey])
  }

  /** A refused act changed nothing, so its key becomes free. After any other failure the act may be on disk, and the next try must find it. */
  private async letGo(scopedKey: string, error: unknown): Promise<void> {
    const refused = error instanceof ServiceError && statusByCode[error.code] < 500
    const free = refused ? 'DELETE FROM idempotent_answers' : "UPDATE idempotent_answers SET leased_at = ''"
    await this.store.execute(`${free} WHERE scoped_key = $1 AND answer IS NULL`, [scopedKey])
  }

  private ago(ms: number): string {
    return isoTime(this.now().getTime() - ms)
  }
}

function otherBody(): ServiceError {
  return new ServiceError('conflict', 'This Idempotency-Key was used with another body. Use a new key for a new request.', {
    reason: 'idempotency_key',
  })
}
