import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Operation } from '../calls/operation.ts'
import { escapeMarkup } from '../markup.ts'
import { type FaceParts, routesOf } from './face.ts'
import { mountRead } from './http/server.ts'
import { fixedPages } from './page-titles.ts'

const text = 'text/plain; charset=utf-8'
const xml = 'application/xml; charset=utf-8'
const kept = 'public, max-age=3600'
const pageSize = 100

/** What machines that visit a site look for: what it is, what they may read, and where everything is. */
export function mountCrawlers(server: FastifyInstance, parts: FaceParts): void {
  mountRead(server, '/llms.txt', (request, reply) =>
    reply.type(text).header('cache-control', kept).send(introduction(parts.table, request.caller.address)),
  )
  mountRead(server, '/robots.txt', (request, reply) => reply.type(text).header('cache-control', kept).send(rules(request.caller.address)))
  mountRead(server, '/sitemap.xml', async (request, reply) => {
    const paths = [...fixedPages, '/docs', ...(await toolPages(parts, request))]
    return reply.type(xml).header('cache-control', kept).send(sitemap(request.caller.address, paths))
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

function sitemap(site: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${escapeMarkup(site + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

const found = z.object({ skills: z.array(z.object({ slug: z.string() })), total: z.int() })

async function toolPages({ table, invoke }: FaceParts, { caller }: FastifyRequest): Promise<string[]> {
  const row = table.find(({ name }) => name === 'search_skills')
  if (!row) return []
  const paths: string[] = []
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const { output } = await invoke(row, { limit: pageSize, offset }, { caller })
    const { skills, total: inAll } = found.parse(output)
    paths.push(...skills.map(({ slug }) => `/tools/${slug}`))
    total = inAll
  }
  return paths
}
