import { EventEmitter } from 'node:events'
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { OpenedStore, Transaction } from '../storage/store.ts'
import { thrownCode } from '../thrown.ts'
import { isDamage, kindOf, SqliteConnection } from './sqlite-connection.ts'

const mostActsPerCommit = 128
type Act = { work: (tx: Transaction) => Promise<unknown>; resolve: (value: unknown) => void; reject: (error: unknown) => void }

/** The one file that holds an embedded store. */
export const storeFile = (dataDir: string) => join(dataDir, 'waymark.sqlite')

/** Opens the embedded store: one writing and one reading connection, each in its own thread, so no query blocks the event loop. */
export async function openSqlite(dataDir: string): Promise<OpenedStore> {
  makeFolder(dataDir)
  const release = lockFolder(dataDir)
  const file = storeFile(dataDir)
  makePrivateFile(file)
  const writer = new SqliteConnection({ file, readOnly: false })
  await writer.script('SELECT 1').catch((error) => {
    release()
    throw error
  })
  const reader = new SqliteConnection({ file, readOnly: true })
  const bus = new EventEmitter().setMaxListeners(0)
  const acts = new GroupCommit(writer)
  return {
    kind: 'sqlite',
    query: (text, values) => reader.query(text, values),
    execute: (text, values) => acts.run((tx) => tx.execute(text, values)),
    insertMany: (table, columns, rows, onConflict) => acts.run((tx) => tx.insertMany(table, columns, rows, onConflict)),
    transaction: (work) => acts.run(work),
    script: (text) => writer.script(text),
    async notify(channel, payload) {
      bus.emit(channel, payload)
    },
    listen(channel, listener) {
      bus.on(channel, listener)
      return () => bus.off(channel, listener)
    },
    async close() {
      await acts.idle()
      await reader.close()
      await writer.close()
      release()
    },
  }
}

/** Runs acts one after another and commits all that are waiting together: each is acknowledged after that commit, never before. */
class GroupCommit {
  private readonly writer: SqliteConnection
  private queue: Act[] = []
  private running: Promise<void> | undefined

  constructor(writer: SqliteConnection) {
    this.writer = writer
  }

  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.running ??= this.drain()
    })
  }

  async idle(): Promise<void> {
    await this.running
  }

  private async drain(): Promise<void> {
    await Promise.resolve()
    while (this.queue.length > 0) await this.commitGroup()
    this.running = undefined
  }

  private async commitGroup(): Promise<void> {
    const done: (() => void)[] = []
    const members: Act[] = []
    try {
      await this.writer.execute('BEGIN IMMEDIATE')
      while (this.queue.length > 0 && members.length < mostActsPerCommit) {
        const act = this.queue.shift()!
        members.push(act)
        done.push(await this.perform(act))
      }
      await this.writer.execute('COMMIT')
    } catch (error) {
      await this.writer.execute('ROLLBACK').catch(() => {})
      if (members.length === 0) members.push(this.queue.shift()!)
      for (const act of members) act.reject(error)
      return
    }
    for (const settle of done) settle()
  }

  private async perform(act: Act): Promise<() => void> {
    // Not awaited: the connection keeps the order, so the savepoint travels in one message with the act's first statement.
    const opened = this.writer.execute('SAVEPOINT act')
    opened.catch(() => {})
    const failures: unknown[] = []
    try {
      const value = await act.work(noting(this.writer, failures))
      await opened
      if (failures.length > 0) throw failures[0]
      await this.writer.execute('RELEASE act')
      return () => act.resolve(value)
    } catch (error) {
      const reason = failures[0] ?? error
      await this.writer.execute('ROLLBACK TO act').catch(() => {
        throw reason
      })
      await this.writer.execute('RELEASE act')
      return () => act.reject(reason)
    }
  }
}

/** As on PostgreSQL, an act of which a statement failed is not stored in part, even where nobody looked at the failure. */
function noting(tx: Transaction, failures: unknown[]): Transaction {
  const noted = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      failures.push(error)
      throw error
    }
  }
  return {
    query: (text, values) => noted(tx.query(text, values)),
    execute: (text, values) => noted(tx.execute(text, values)),
    insertMany: (...given) => noted(tx.insertMany(...given)),
    hold: (names) => tx.hold(names),
  }
}

/** A folder made here is readable by this user alone, because it holds identities and webhook secrets. An existing one keeps its permissions. */
export function makeFolder(dataDir: string): void {
  try {
    makeWithParents(resolve(dataDir))
  } catch (error) {
    throw new Error(
      `DATA_DIR: the folder ${dataDir} can neither be found nor made (${thrownCode(error)}). Set one that this user may write to.`,
    )
  }
}

/** Not `mkdirSync` with `recursive`: that never ends where a folder cannot be made although its parent exists, as in /proc. */
function makeWithParents(folder: string): void {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (isThere()) return
  if (dirname(folder) !== folder) makeWithParents(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!isThere()) throw error
  }
}

/** SQLite creates its other files with the same permissions. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

const busy = 5

/** An exclusive lock that the operating system drops with the process, whatever ends it. */
function lockFolder(dataDir: string): () => void {
  const file = join(dataDir, 'lock.sqlite')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    throw new Error(whyNotLocked(dataDir, file, error as Error))
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}

function whyNotLocked(dataDir: string, file: string, failure: Error): string {
  if (kindOf(failure) === busy)
    return `Another Waymark process already uses the data folder ${dataDir}. Stop it, set DATA_DIR to another folder, or use DATABASE_URL.`
  if (isDamage(failure)) return `The lock file ${file} is damaged (${failure.message}). It holds no data: delete it and start again.`
  return `DATA_DIR: the folder ${dataDir} cannot be locked (${failure.message}). Set one that this user may write to.`
}
