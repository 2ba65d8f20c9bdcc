export type SqlValue = string | number | null
export type Row = Record<string, SqlValue>

/** What runs SQL: the store itself, or one transaction of it. Placeholders are $1, $2, … on both engines. */
export interface Queryable {
  query<T = Row>(text: string, values?: readonly SqlValue[]): Promise<T[]>
  /** Runs a statement for its effect and tells how many rows it changed. */
  execute(text: string, values?: readonly SqlValue[]): Promise<number>
  /** Inserts many rows in one statement; `onConflict` is the text after ON CONFLICT, for example `DO NOTHING`. */
  insertMany(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[], onConflict?: string): Promise<number>
}

export interface Transaction extends Queryable {
  /**
   * Makes every other act that holds one of these names, or everything, wait until this one is over. Call it before anything is
   * read, and once for all names, so that no two acts can deadlock.
   */
  hold(names: readonly string[] | 'everything'): Promise<void>
}

export interface Store extends Queryable {
  readonly kind: 'sqlite' | 'postgres'
  /** One act that changes state. Acknowledged only once it is on disk; rolled back when `work` throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Sends a short message to every process on this store, this one included, and listens for them. */
  notify(channel: string, payload: string): Promise<void>
  listen(channel: string, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

/** A store as it is opened: several statements at once are for migrations alone. */
export type OpenedStore = Store & { script(text: string): Promise<void> }

/**
 * Waits for all statements of one act that were sent together, even if one fails: a statement that is still to come when the act is
 * rolled back would run outside of it.
 */
export async function together<const T extends readonly unknown[]>(sent: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}
