import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { percentDecoded } from '../../input/percent-encoding.ts'
import { isRecord } from '../../input/record.ts'

/** What an operation is handed of a request: its query or its body, and what its path names. An absent body is an empty one. */
export function rawInput(request: FastifyRequest, isQuery: boolean): unknown {
  if (isQuery) return { ...givenIn(request), ...(request.params as object) }
  const { body = {} } = request
  if (!isRecord(body)) {
    throw new ServiceError('invalid_input', 'Send a JSON object as the body.', {
      details: [{ path: '', message: 'must be a JSON object' }],
    })
  }
  return Object.keys(request.params as object).length > 0 ? { ...body, ...(request.params as object) } : withIdentity(body, request.query)
}

/** What the query holds; a name without a value counts as left out. */
function givenIn({ query, url }: FastifyRequest): object {
  const at = url.indexOf('?')
  if (at >= 0 && url.includes('%', at)) requireReadable(url.slice(at + 1))
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''))
}

/** The framework would silently accept escapes that cannot be decoded. */
function requireReadable(query: string): void {
  const unreadable = query.split('&').filter((part) => percentDecoded(part) === undefined)
  if (unreadable.length === 0) return
  const message = 'is not valid UTF-8; encode it as UTF-8, and a percent sign as %25'
  throw new ServiceError('invalid_input', 'The query is not valid UTF-8. Encode it as UTF-8, and a percent sign as %25.', {
    details: unreadable.map((part) => ({ path: part.split('=')[0]?.slice(0, 200) ?? '', message })),
  })
}

/** An agent may name itself in the body or in the query; the body has the last word, and a null there says nothing. */
function withIdentity(body: { agent_identity_id?: unknown }, query: unknown): object {
  const { agent_identity_id } = query as { agent_identity_id?: unknown }
  if (agent_identity_id === undefined || agent_identity_id === '') return body
  return { ...body, agent_identity_id: body.agent_identity_id ?? agent_identity_id }
}
