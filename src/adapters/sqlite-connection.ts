import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../errors.ts'
import type { Row, SqlValue, Transaction } from '../storage/store.ts'
import type { WorkerOptions, WorkerReply, WorkerRequest } from './sqlite-worker.ts'

const diskFull = 13
const corrupt = 11
const notADatabase = 26
type SqliteFailure = { message: string; errcode?: number }
type Waiting = { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }

/** One database connection in a worker thread; requests made in the same turn travel as one message. */
export class SqliteConnection implements Transaction {
  private readonly worker: Worker
  private readonly file: string
  private readonly waiting = new Map<number, Waiting>()
  private outbox: WorkerRequest[] = []
  private nextId = 1
  private dead: Error | undefined

  constructor(options: WorkerOptions) {
    this.file = options.file
    // The published package holds JavaScript where the repository holds TypeScript.
    this.worker = new Worker(new URL(`./sqlite-worker${extname(import.meta.url)}`, import.meta.url), { workerData: options })
    this.worker.on('message', (replies: WorkerReply[]) => this.settle(replies))
    this.worker.on('error', (error) => this.fail(explain(error as SqliteFailure, this.file)))
    this.worker.on('exit', () => this.fail(new Error('The embedded store was closed.')))
  }

  async query<T = Row>(text: string, values: readonly SqlValue[] = []): Promise<T[]> {
    const { rows } = await this.send('query', toSqlite(text), values)
    return (rows ?? []) as T[]
  }

  async execute(text: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.send('execute', toSqlite(text), values)).changes ?? 0
  }

  /** Acts run one after another on the writing connection, so that each holds everything. */
  async hold(): Promise<void> {}

  async insertMany(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[], onConflict = ''): Promise<number> {
    if (rows.length === 0) return 0
    const picks = columns.map((_, i) => `value ->> ${i}`).join(', ')
    const conflict = onConflict ? ` WHERE true ON CONFLICT ${onConflict}` : ''
    const text = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${picks} FROM json_each(?1)${conflict}`
    return (await this.send('execute', text, [JSON.stringify(rows)])).changes ?? 0
  }

  async script(text: string): Promise<void> {
    await this.send('script', text, [])
  }

  async close(): Promise<void> {
    if (this.dead) return
    await this.send('close', '', [])
    await this.worker.terminate()
  }

  private send(kind: WorkerRequest['kind'], text: string, values: readonly SqlValue[]): Promise<WorkerReply> {
    if (this.dead)
      return Promise.reject(new ServiceError('unavailable', 'The store is closed. Try again in a moment.', { retry_after_seconds: 1 }))
    const id = this.nextId++
    if (this.outbox.length === 0) queueMicrotask(() => this.flush())
    this.outbox.push({ id, kind, text, values })
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }))
  }

  private flush(): void {
    const requests = this.outbox
    this.outbox = []
    this.worker.postMessage(requests)
  }

  private settle(replies: WorkerReply[]): void {
    for (const reply of replies) {
      const waiting = this.waiting.get(reply.id)
      this.waiting.delete(reply.id)
      if (reply.error) waiting?.reject(explain(reply.error, this.file))
      else waiting?.resolve(reply)
    }
  }

  private fail(error: Error): void {
    this.dead ??= error
    for (const waiting of this.waiting.values()) waiting.reject(error)
    this.waiting.clear()
  }
}

const sqliteTexts = new Map<string, string>()

function toSqlite(text: string): string {
  const known = sqliteTexts.get(text)
  if (known) return known
  const rewritten = text.replace(/\$(\d+)/g, '?$1')
  if (sqliteTexts.size < 2000) sqliteTexts.set(text, rewritten)
  return rewritten
}

/** The lowest byte is the kind of failure; the rest of the code only adds detail. */
export const kindOf = ({ errcode = 0 }: SqliteFailure) => errcode & 0xff

export function isDamage(failure: SqliteFailure): boolean {
  return kindOf(failure) === corrupt || kindOf(failure) === notADatabase
}

function explain(failure: SqliteFailure, file: string): Error {
  const { message, errcode } = failure
  if (kindOf(failure) === diskFull)
    return new ServiceError('unavailable', 'The disk is full; nothing was stored. Send it again once the operator has made room.', {
      retry_after_seconds: 30,
    })
  const advice = 'Stop Waymark, move its folder aside and use: waymark restore <backup>'
  return Object.assign(new Error(isDamage(failure) ? `The store ${file} is damaged (${message}). ${advice}` : message), { errcode })
}
