import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { setNewest } from '../recent.ts'
import type { Row, SqlValue } from '../storage/store.ts'

export type WorkerRequest = { id: number; kind: 'query' | 'execute' | 'script' | 'close'; text: string; values: readonly SqlValue[] }
export type WorkerReply = { id: number; rows?: Row[]; changes?: number; error?: { message: string; errcode: number } }
export type WorkerOptions = { file: string; readOnly: boolean }

const statementCacheSize = 500
const options = workerData as WorkerOptions
const database = new DatabaseSync(options.file, { timeout: 5000 })
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;`)
if (options.readOnly) database.exec('PRAGMA query_only = ON')

const statements = new Map<string, StatementSync>()

function prepare(text: string): StatementSync {
  const known = statements.get(text)
  if (known) return known
  const statement = database.prepare(text)
  setNewest(statements, text, statement, statementCacheSize)
  return statement
}

function answer(request: WorkerRequest): WorkerReply {
  const { id, kind, text, values } = request
  if (kind === 'script') {
    database.exec(text)
    return { id, changes: 0 }
  }
  if (kind === 'close') {
    database.close()
    return { id }
  }
  // A failure may have ended the transaction, as a full disk does: what was sent along must not be stored on its own.
  if (!options.readOnly && !database.isTransaction && text !== 'BEGIN IMMEDIATE') throw new Error('The transaction is over.')
  const statement = prepare(text)
  if (kind === 'query') return { id, rows: statement.all(...values) as Row[] }
  return { id, changes: Number(statement.run(...values).changes) }
}

parentPort?.on('message', (requests: WorkerRequest[]) => {
  const replies: WorkerReply[] = []
  for (const request of requests) {
    try {
      replies.push(answer(request))
    } catch (thrown) {
      const { message, errcode } = thrown as { message: string; errcode?: number }
      replies.push({ id: request.id, error: { message, errcode: errcode ?? 0 } })
    }
  }
  parentPort?.postMessage(replies)
  if (requests.some((request) => request.kind === 'close')) parentPort?.close()
})
