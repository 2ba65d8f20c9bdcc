import type { FastifyInstance } from 'fastify'
import type { FaceParts } from './face.ts'
import { sendJson } from './http.ts'
import { pageHeaders } from './http-guard.ts'
import { openApi } from './openapi.ts'
import { type Field, type ReferenceEntry, reference } from './reference.ts'

/** The OpenAPI description and a reference page that needs no script. */
export function mountDocs(server: FastifyInstance, { table, config }: FaceParts): void {
  const description = made(() => openApi(table, config.PUBLIC_URL))
  const page = made(() => referencePage(reference(table)))
  server.get('/api/openapi.json', (_, reply) => sendJson(reply, description()))
  server.get('/docs', (_, reply) => reply.type('text/html; charset=utf-8').headers(pageHeaders).send(page()))
  server.get('/docs/reference.css', (_, reply) => reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600').send(css))
}

/** Made when first asked for: describing the whole table would hold up every start. */
function made<T>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

function referencePage(entries: ReferenceEntry[]): string {
  const links = entries
    .map(({ name, summary }) => `<li><a href="#${name}">${escaped(name)}</a> <span>${escaped(summary)}</span></li>`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waymark API reference</title><link rel="stylesheet" href="/docs/reference.css"></head><body><main><h1>Waymark API reference</h1>
<p>Machine-readable: <a href="/api/openapi.json">OpenAPI 3.1</a>. Tools over MCP: <code>POST /api/mcp</code>.</p><ul class="index">${links}</ul>
${entries.map(section).join('\n')}</main></body></html>`
}

function section(entry: ReferenceEntry): string {
  const tool = entry.tool ? ` · tool <code>${entry.tool}</code>` : ''
  return `<section id="${entry.name}"><h2>${escaped(entry.name)}</h2><p>${escaped(entry.summary)}.</p>
<p>${entry.routes.map((route) => `<code>${escaped(route)}</code>`).join(' ')}${tool}</p>
${fieldTable('Send', entry.input)}<details><summary>Example</summary><pre>${escaped(JSON.stringify(entry.example, null, 2))}</pre></details>${fieldTable('Get', entry.output)}</section>`
}

function fieldTable(title: string, fields: Field[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(
    ({ name, type, required, notes }) =>
      `<tr><td><code>${escaped(name)}</code>${required ? '' : ' <small>optional</small>'}</td><td>${escaped(type)}</td><td>${escaped(notes)}</td></tr>`,
  )
  return `<div class="table"><table><thead><tr><th>${title}</th><th>Type</th><th>Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const css = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}main{max-width:60rem;margin:0 auto;padding:1rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{overflow:auto;padding:1rem;background:color-mix(in srgb,currentColor 6%,transparent);border-radius:.5rem}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid color-mix(in srgb,currentColor 18%,transparent)}
section{margin:3rem 0;scroll-margin-top:1rem}.index{columns:2 20rem;padding-left:1.2rem}.index span{opacity:.75}`
