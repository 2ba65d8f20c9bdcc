import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { asServiceError } from '../errors.ts'
import { once } from '../once.ts'
import { type Asset, assetOf, sendAsset } from './assets.ts'
import type { FaceParts } from './face.ts'
import { pageHeaders } from './http/guard.ts'
import { mountRead } from './http/server.ts'
import { describePage, pagePaths, type ToolCard, toolCardSchema, toolPath } from './page-titles.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

const html = 'text/html; charset=utf-8'
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
}

/** The web pages: static files, and for every page address the one shell with that page's own title and card. */
export function mountPages(server: FastifyInstance, parts: FaceParts): void {
  const { config } = parts
  if (!existsSync(join(built, 'index.html'))) return
  for (const file of globSync('**/*.*', { cwd: built })) {
    if (file === 'index.html') continue
    // Read when first asked for, so that no start waits for it.
    const asset = once(() => readAsset(file))
    mountRead(server, `/${file}`, (request, reply) => sendAsset(request, reply, asset()))
  }
  const shell = readFileSync(join(built, 'index.html'), 'utf8')
  const pageAt = (url: string, tool?: ToolCard) => {
    const { head, about } = describePage(pathOf(url), config.PUBLIC_URL, tool)
    // Functions, because a text would have its dollar signs read as references.
    const page = shell.replace(/<title>.*<\/title>\s*<meta name="description"[^>]*>/s, () => head).replace('<h1>Waymark</h1>', () => about)
    // Made for this one request, and too short to be worth compressing.
    return { ...assetOf(page, html), compressed: undefined }
  }
  for (const path of pagePaths.filter((candidate) => candidate !== toolPath)) {
    mountRead(server, path, (request, reply) => sendAsset(request, reply.headers(pageHeaders), pageAt(request.url)))
  }
  mountRead(server, toolPath, async (request, reply) => {
    const tool = await toolCard(parts, request)
    return sendAsset(request, reply.code(tool ? 200 : 404).headers(pageHeaders), pageAt(tool ? request.url : '/nowhere', tool))
  })
  // A wrong address typed into a browser gets a page; every other client gets the error it can read.
  server.get('/*', (request, reply) => {
    const wantsPage = /\btext\/html\b/.test(request.headers.accept ?? '') && !/^\/(api|docs|metrics|assets)\b/.test(request.url)
    if (!wantsPage) return reply.callNotFound()
    return sendAsset(request, reply.code(404).headers(pageHeaders), pageAt('/nowhere'))
  })
}

/** What the head of a tool's page says about it; undefined when the catalog has no such tool. */
async function toolCard({ table, invoke }: FaceParts, { params, caller }: FastifyRequest): Promise<ToolCard | undefined> {
  const row = table.find(({ name }) => name === 'get_skill')
  if (!row) return undefined
  try {
    const { output } = await invoke(row, { slug: (params as { slug: string }).slug }, { caller })
    return toolCardSchema.parse(output)
  } catch (thrown) {
    const { code } = asServiceError(thrown)
    if (code === 'not_found' || code === 'invalid_input') return undefined
    throw thrown
  }
}

const pathOf = (url: string) => url.split('?')[0] ?? '/'

function readAsset(file: string): Asset {
  return assetOf(readFileSync(join(built, file)), types[extname(file)] ?? 'application/octet-stream', file.startsWith('assets/'))
}
