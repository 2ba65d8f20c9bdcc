import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asServiceError } from '../errors.ts'
import { once } from '../once.ts'
import type { FaceParts } from './face.ts'
import { pageHeaders } from './http/guard.ts'
import { mountRead, sameEtag } from './http/server.ts'
import { describePage, pagePaths, type ToolCard, toolCardSchema, toolPath } from './page-titles.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
}

type Asset = { plain: Buffer; brotli: Buffer; type: string; etag: string; immutable: boolean }

/** The web pages: static files, and for every page address the one shell with that page's own title and card. */
export function mountPages(server: FastifyInstance, parts: FaceParts): void {
  const { config } = parts
  if (!existsSync(join(built, 'index.html'))) return
  for (const file of globSync('**/*.*', { cwd: built })) {
    if (file === 'index.html') continue
    // Read and compressed when first asked for, so that no start waits for it.
    const asset = once(() => readAsset(file))
    mountRead(server, `/${file}`, (request, reply) => sendAsset(request, reply, asset()))
  }
  const shell = readFileSync(join(built, 'index.html'), 'utf8')
  const pageAt = (url: string, tool?: ToolCard) =>
    // A function, because a text would have its dollar signs read as references.
    htmlAsset(
      shell.replace(/<title>.*<\/title>\s*<meta name="description"[^>]*>/s, () => describePage(pathOf(url), config.PUBLIC_URL, tool)),
    )
  for (const path of pagePaths.filter((candidate) => candidate !== toolPath)) {
    mountRead(server, path, (request, reply) => sendAsset(request, reply.headers(pageHeaders), pageAt(request.url)))
  }
  mountRead(server, toolPath, async (request, reply) => {
    const tool = await toolCard(parts, request)
    return sendAsset(request, reply.code(tool ? 200 : 404).headers(pageHeaders), pageAt(request.url, tool))
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
  const plain = readFileSync(join(built, file))
  return {
    plain,
    brotli: compress(plain),
    type: types[extname(file)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    immutable: file.startsWith('assets/'),
  }
}

function htmlAsset(html: string): Asset {
  const plain = Buffer.from(html)
  return { plain, brotli: plain, type: types['.html'] ?? '', etag: etagOf(plain), immutable: false }
}

const compress = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply
    .header('etag', asset.etag)
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && sameEtag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send()
  const brotli = asset.brotli !== asset.plain && takesBrotli.test(String(request.headers['accept-encoding'] ?? ''))
  if (brotli) reply.header('content-encoding', 'br')
  return reply.type(asset.type).send(brotli ? asset.brotli : asset.plain)
}
