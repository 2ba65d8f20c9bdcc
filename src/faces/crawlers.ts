import type { FastifyInstance } from 'fastify'
import type { Operation } from '../calls/operation.ts'
import { ServiceError } from '../errors.ts'
import { type FaceParts, routesOf } from './face.ts'
import { mountRead } from './http/server.ts'
import { fixedPages } from './page-titles.ts'
import { keepSitemaps } from './sitemap.ts'

const text = 'text/plain; charset=utf-8'
const xml = 'application/xml; charset=utf-8'
const kept = 'public, max-age=3600'

/** What machines that visit a site look for: what it is, what they may read, and where everything is. */
export function mountCrawlers(server: FastifyInstance, parts: FaceParts): void {
  mountRead(server, '/llms.txt', (request, reply) =>
    reply.type(text).header('cache-control', kept).send(introduction(parts.table, request.caller.address)),
  )
  mountRead(server, '/robots.txt', (request, reply) => reply.type(text).header('cache-control', kept).send(rules(request.caller.address)))
  const { slugs, version } = parts.tools
  const sitemapsOf = keepSitemaps({ paths: () => [...fixedPages, '/docs', ...slugs().map((slug) => `/tools/${slug}`)], version })
  mountRead(server, '/sitemap.xml', (request, reply) =>
    reply.type(xml).header('cache-control', kept).send(sitemapsOf(request.caller.address).top),
  )
  mountRead(server, '/sitemap-:part(^\\d+).xml', (request, reply) => {
    const { part } = request.params as { part: string }
    const map = sitemapsOf(request.caller.address).parts[Number(part) - 1]
    if (map === undefined) throw new ServiceError('not_found', 'There is no such sitemap. Start from /sitemap.xml.')
    return reply.type(xml).header('cache-control', kept).send(map)
  })
}

/** The form of llmstxt.org, made from the table so that it says what is really offered. */
function introduction(table: readonly Operation[], site: string): string {
  const open = table.filter(({ access = 'open' }) => access !== 'admin')
  const lines = open.map((row) => {
    const [first] = routesOf(row)
    const tool = row.tool ? `, MCP tool ${row.tool}` : ''
    return `- [${row.name}](${site}/docs#${row.name}): ${row.summary}. ${first?.method} ${first?.path}${tool}`
  })
  return `# Waymark

> Tells an AI agent which tool server (MCP) and which language model to use for a task, and learns from what agents report back. It
> recommends and never executes. No key is needed.

Register once with POST ${site}/api/agents/register and keep the agent_identity_id. Ask POST ${site}/api/route before a task, and tell
POST ${site}/api/report afterwards how it went. The same over MCP at ${site}/api/mcp; call service_register first. Every error has a
sentence that says what to do.

## Documentation

- [API reference](${site}/docs): every operation with its fields
- [OpenAPI 3.1](${site}/api/openapi.json): the same for machines
- [Guide](${site}/guide): from nothing to the first answer

## Operations

${lines.join('\n')}
`
}

const rules = (site: string) =>
  `User-agent: *\nDisallow: /api/\nAllow: /api/badge/\nDisallow: /agents/\nDisallow: /operator\n\nSitemap: ${site}/sitemap.xml\n`
