import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf } from '../etag.ts'
import { once } from '../once.ts'
import { sameEtag } from './http/answer.ts'
import { compressWell, type Encoding, encodingFor, isCompressible, varyingBy } from './http/encoding.ts'

/** Something that is sent often and never changes while the service runs. */
export type Asset = {
  plain: Buffer
  compressed: Record<Encoding, () => Buffer> | undefined
  type: string
  etag: string
  isImmutable: boolean
}

export function assetOf(content: string | Buffer, type: string, isImmutable = false): Asset {
  const plain = Buffer.from(content)
  // Compressed when first asked for, so that no start waits for it.
  const compressed = { br: once(() => compressWell(plain, 'br')), gzip: once(() => compressWell(plain, 'gzip')) }
  return { plain, compressed: isCompressible(type) ? compressed : undefined, type, etag: etagOf(plain), isImmutable }
}

export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, compressed, type, etag, isImmutable }: Asset,
): FastifyReply {
  reply
    .header('etag', etag)
    .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', varyingBy(reply.getHeader('vary')))
  if (reply.statusCode === 200 && sameEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = compressed && encodingFor(request)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(encoding ? compressed[encoding]() : plain)
}
