import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '../markup.ts'
import { once } from '../once.ts'
import { assetOf, sendAsset } from './assets.ts'
import { commonRules, errorCodes } from './common-rules.ts'
import { type FaceParts, offeredRows } from './face.ts'
import { pageHeaders } from './http/guard.ts'
import { mountRead } from './http/server.ts'
import { openApi } from './openapi.ts'
import { pageLinks } from './page-links.ts'
import { type Field, type ReferenceEntry, reference } from './reference.ts'
import { referenceStyle } from './reference-style.ts'

/** The OpenAPI description and a reference page that needs no script. */
export function mountDocs(server: FastifyInstance, parts: FaceParts): void {
  const table = offeredRows(parts)
  // Describing the whole table would hold up every start.
  const description = once(() => assetOf(JSON.stringify(openApi(table, parts.config.PUBLIC_URL)), 'application/json; charset=utf-8'))
  const page = once(() => assetOf(referencePage(reference(table)), 'text/html; charset=utf-8'))
  for (const path of ['/api/openapi.json', '/openapi.json'])
    mountRead(server, path, (request, reply) => sendAsset(request, reply, description()))
  mountRead(server, '/docs', (request, reply) => sendAsset(request, reply.headers(pageHeaders), page()))
  mountRead(server, '/docs/reference.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600').send(referenceStyle),
  )
}

function referencePage(entries: ReferenceEntry[]): string {
  const groups = [...Map.groupBy(entries, ({ group }) => group)]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Waymark</title><meta name="description" content="Every operation of Waymark with its fields, on a page that needs no script."><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/reference.css"></head><body><a class="skip" href="#content">Skip to the content</a><header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28"> Waymark</a> <nav aria-label="Pages">${pageLinks.map(([href, label]) => `<a href="${href}">${label}</a>`).join(' ')}</nav></header>
<main id="content" tabindex="-1"><h1>API reference</h1>
<p>Machine-readable: <a href="/api/openapi.json">OpenAPI 3.1</a>. Tools over MCP: <code>POST /api/mcp</code>. To try a call, use
<a href="/guide/api">the guide</a>. <a href="#every-call">What holds for every call</a> is said once, below the list.</p>
<nav class="index" aria-label="Operations">${groups.map(([group, rows]) => indexOf(group, rows)).join('')}</nav>
<section id="every-call"><h2>Every call</h2>
${commonRules.map((rule) => `<p>${withCode(rule)}</p>`).join('\n')}
${errorTable()}</section>
${entries.map(section).join('\n')}</main></body></html>`
}

/** What stands between backticks as code. */
const withCode = (text: string) => escapeMarkup(text).replace(/`([^`]+)`/g, '<code>$1</code>')

function errorTable(): string {
  const rows = errorCodes.map(
    ({ code, status, meaning }) => `<tr><td>${status}</td><td><code>${code}</code></td><td>${withCode(meaning)}</td></tr>`,
  )
  return `<div class="table"><table><thead><tr><th>Status</th><th>Code</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function indexOf(group: string, rows: readonly ReferenceEntry[]): string {
  const links = rows.map(
    ({ name, summary }) => `<li><a href="#${name}">${escapeMarkup(name)}</a> <span>${escapeMarkup(summary)}</span></li>`,
  )
  return `<div><h2>${escapeMarkup(group)}</h2><ul>${links.join('')}</ul></div>`
}

function section(entry: ReferenceEntry): string {
  const tool = entry.tool ? ` · tool <code>${entry.tool}</code>` : ''
  const bearer = entry.bearer ? `<p>Bearer: ${escapeMarkup(entry.bearer)}.</p>` : ''
  const media = entry.media ? `<p>Answers with ${entry.media.map((type) => `<code>${escapeMarkup(type)}</code>`).join(' or ')}.</p>` : ''
  const headers = Object.entries(entry.headers ?? {}).map(
    ([name, meaning]) => `<p>In the header <code>${escapeMarkup(name)}</code>: ${escapeMarkup(meaning)}.</p>`,
  )
  return `<section id="${entry.name}"><h2><a href="#${entry.name}">${escapeMarkup(entry.name)}</a></h2><p>${escapeMarkup(entry.summary)}.</p>
<p>${entry.routes.map((route) => `<code>${escapeMarkup(route)}</code>`).join(', ')}${tool} · <a href="/guide/api?op=${entry.name}">Try it</a></p>
${bearer}${fieldTable('Send', entry.input)}<details><summary>Example</summary><pre>${escapeMarkup(JSON.stringify(entry.example, null, 2))}</pre></details>${media}${fieldTable('Get', entry.output)}${headers.join('')}</section>`
}

function fieldTable(title: string, fields: Field[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(
    ({ name, type, required, notes }) =>
      `<tr><td><code>${escapeMarkup(name)}</code>${required ? '' : ' <small>optional</small>'}</td><td>${escapeMarkup(type)}</td><td>${escapeMarkup(notes)}</td></tr>`,
  )
  return `<div class="table"><table><thead><tr><th>${title}</th><th>Type</th><th>Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
