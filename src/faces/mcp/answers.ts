import type { Logger } from 'pino'
import { hashOf, isKey } from '../../calls/idempotency.ts'
import type { Caller } from '../../calls/operation.ts'
import { isRecord } from '../../input/record.ts'
import type { Dispatch } from './dispatch.ts'
import { modernStatus } from './modern.ts'
import type { Exchange } from './offer.ts'
import { failureOf, RpcError, type RpcId, type RpcRequest, readMessage, rpcCodes, rpcError, rpcResult } from './rpc.ts'

export type Sender = { caller: Caller; idempotencyKey: string | undefined; notify: Exchange['notify']; unreadId: null | undefined }
type Answer = { status: number; body: object }

/** A batch has one key, so each of its acts is identified by its position. An invalid key is refused unchanged. */
function keyAt({ idempotencyKey: key }: Sender, place: number): string | undefined {
  return key === undefined || !isKey(key) ? key : hashOf(key, String(place))
}

const unread = ({ id, message }: { id: RpcId | undefined; message: string }, sender: Sender) =>
  rpcError(id ?? sender.unreadId, { code: rpcCodes.invalidRequest, message })

/** From a judged message to its answer: alone, in a batch, or later on a stream. */
export function createAnswers(dispatch: Dispatch, log: Logger) {
  async function single({ id, method, params }: RpcRequest, isModern: boolean, sender: Sender): Promise<Answer> {
    try {
      // As everywhere here, a null is something that was left out; some clients write it so.
      if (params !== undefined && params !== null && !isRecord(params))
        throw new RpcError(rpcCodes.invalidParams, 'params must be an object.')
      const result = await dispatch(method, { ...sender, isModern, params: params ?? {} })
      return { status: 200, body: rpcResult(id, result) }
    } catch (thrown) {
      const error = thrown instanceof RpcError ? thrown : new RpcError(rpcCodes.internal, 'Something broke on our side. Try again.')
      if (error !== thrown) log.error({ err: thrown, method, request_id: sender.caller.request_id }, 'MCP request failed')
      return { status: isModern ? modernStatus(error.code) : 200, body: rpcError(id, failureOf(error)) }
    }
  }

  async function batch(items: readonly unknown[], sender: Sender): Promise<object[]> {
    const answers: object[] = []
    for (const [at, item] of items.entries()) {
      const incoming = readMessage(item)
      if (incoming.kind === 'invalid') answers.push(unread(incoming, sender))
      if (incoming.kind === 'request')
        answers.push((await single(incoming.request, false, { ...sender, idempotencyKey: keyAt(sender, at) })).body)
    }
    return answers
  }

  /** Starts the work and lets the answer follow; what cannot be read is refused immediately. */
  function later(body: unknown, sender: Sender, send: (message: object) => void): object | undefined {
    const incoming = readMessage(body)
    if (incoming.kind === 'invalid') return unread(incoming, sender)
    if (incoming.kind === 'request') void single(incoming.request, false, sender).then(({ body: answer }) => send(answer))
    return undefined
  }

  return { single, batch, later }
}
