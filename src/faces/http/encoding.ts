import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { weightIn } from '../accept.ts'

export type Encoding = 'br' | 'gzip'

/** A shorter answer fills few packets, and compressing it would take about as long as sending the rest of it. */
const leastBytes = 8 * 1024
const compressible = /^(?:text\/|application\/(?:json|xml)|image\/svg)/

/** Browsers offer Brotli over HTTPS alone; other clients often know only gzip. */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return undefined
  return (['br', 'gzip'] as const).find((name) => weightIn(String(accepted), [name, '*']) > 0)
}

export const isCompressible = (type: string) => compressible.test(type)
export const isLong = (bytes: number) => bytes >= leastBytes

const brotliAt = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** For an answer that is made once and sent often. */
export function compressWell(bytes: Buffer, encoding: Encoding): Buffer {
  return encoding === 'br' ? brotliCompressSync(bytes, brotliAt(9)) : gzipSync(bytes, { level: 9 })
}

/** For an answer that somebody waits for; done beside the event loop. */
export function compressQuickly(
  answer: string | Buffer,
  encoding: Encoding,
  done: (error: Error | null, compressed: Buffer) => void,
): void {
  if (encoding === 'br') brotliCompress(answer, brotliAt(4), done)
  else gzip(answer, { level: 5 }, done)
}

type Done = (error: Error | null, payload?: unknown) => void

/** Compresses a payload that the framework was given as a whole, unless it is compressed already. */
export function compressPayload(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const isLongText = (typeof payload === 'string' || Buffer.isBuffer(payload)) && isLong(Buffer.byteLength(payload))
  const isCompressed = reply.hasHeader('content-encoding')
  if (!isLongText || isCompressed || !isCompressible(String(reply.getHeader('content-type')))) {
    done(null, payload)
    return
  }
  reply.header('vary', varyingBy(reply.getHeader('vary')))
  const encoding = request.method === 'HEAD' ? undefined : encodingFor(request)
  if (!encoding) {
    done(null, payload)
    return
  }
  compressQuickly(payload, encoding, (error, compressed) => {
    if (!error) reply.header('content-encoding', encoding).header('content-length', compressed.length)
    done(null, error ? payload : compressed)
  })
}

/** Caches must keep the forms of an answer apart. */
export function varyingBy(others: unknown): string {
  const named = others === undefined ? [] : String(others).split(/\s*,\s*/)
  return [...new Set([...named, 'accept-encoding'])].join(', ')
}
