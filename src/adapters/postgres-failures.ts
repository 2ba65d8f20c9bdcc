import { isUnavailable, ServiceError } from '../errors.ts'
import { thrownCode, thrownMessage } from '../thrown.ts'

const diskFull = '53100'
const outOfMemory = '53200'
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too_many_connections
  '08006', // connection_failure
  '08003', // connection_does_not_exist
  '08001', // sqlclient_unable_to_establish_sqlconnection
])

const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/

/** Whether the database cannot be reached, which makes the connection useless. */
export function isAway(error: unknown): boolean {
  if (isUnavailable(error)) return true
  return awayCodes.has(thrownCode(error) ?? '') || awayMessages.test(thrownMessage(error))
}

/** Turns a failure that time may mend into the answer that callers get for it; any other failure passes through. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw answerTo(error) ?? error
  }
}

function answerTo(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error
  if (isAway(error)) return unavailable('The store cannot be reached right now. Try again in a few seconds.', 2)
  const code = thrownCode(error)
  if (code === diskFull) return unavailable('The disk of the store is full; nothing was stored.', 30)
  // What runs out first is the room for locks, of which a batch of reports holds many.
  if (code === outOfMemory)
    return unavailable('The store has no room for more locks right now; nothing was stored. Try again in a few seconds.', 2)
  return undefined
}

const unavailable = (message: string, retry_after_seconds: number) => new ServiceError('unavailable', message, { retry_after_seconds })
