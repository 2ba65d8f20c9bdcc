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
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600').send(css),
  )
}

function referencePage(entries: ReferenceEntry[]): string {
  const groups = [...Map.groupBy(entries, ({ group }) => group)]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Waymark</title><meta name="description" content="Every operation of Waymark with its fields, on a page that needs no script."><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/docs/reference.css"></head><body><header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28"> Waymark</a> <nav aria-label="Pages">${pageLinks.map(([href, label]) => `<a href="${href}">${label}</a>`).join(' ')}</nav></header>
<main><h1>API reference</h1>
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

const css = `:root{color-scheme:light dark;--paper:light-dark(#fbfaf6,#101613);--ink:light-dark(#16211b,#e8eee9);--quiet:light-dark(#55625a,#a3b1a8);
--line:light-dark(#dfe3dc,#2b3630);--accent:light-dark(#17693f,#6fcf9b);--soft:color-mix(in srgb,var(--ink) 6%,transparent);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
body{margin:0;background:var(--paper);color:var(--ink)}a{color:var(--accent);text-underline-offset:.15em}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between;padding:.8rem max(1rem,(100% - 66rem)/2);border-bottom:1px solid var(--line)}
header a{color:var(--ink);text-decoration:none}header>a{display:inline-flex;gap:.5rem;align-items:center;font-weight:700;font-size:1.15rem}header nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem}header nav a{padding:.25rem 0}
main{max-width:66rem;margin:0 auto;padding:2rem 1rem}h1{font-size:clamp(1.7rem,4vw,2.6rem);line-height:1.15;margin:0 0 .5rem}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.86em}p code{overflow-wrap:anywhere}pre{overflow:auto;padding:1rem;background:var(--soft);border-radius:.6rem}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:1rem 0;font-size:.93rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}small,.index span{color:var(--quiet)}
@media (min-width:601px){section:not(#every-call){table{table-layout:fixed;overflow-wrap:anywhere}th:first-child{width:36%}th:nth-child(2){width:24%}}}
h2{overflow-wrap:anywhere}h2 a{color:inherit;text-decoration:none}h2 a:hover{text-decoration:underline}section{padding-top:1.5rem;margin:2rem 0;border-top:1px solid var(--line);scroll-margin-top:1rem}summary{cursor:pointer;font-weight:600}
.index{columns:2 22rem;column-gap:3rem;margin:2rem 0}.index div{break-inside:avoid;margin-bottom:1.5rem}.index h2{font-size:1rem;margin:0 0 .3rem;text-transform:capitalize}
.index ul{list-style:none;margin:0;padding:0}.index li{margin:.3rem 0}
@media (max-width:600px){tr,th,td{display:block}tr{padding:.4rem 0;border-bottom:1px solid var(--line)}th,td{border:0;padding:.05rem 0;overflow-wrap:anywhere}
th+th{position:absolute;clip-path:inset(50%)}td:nth-child(2){color:var(--quiet)}}`
