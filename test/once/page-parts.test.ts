import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { longestQuery } from '../../src/catalog/schema.ts'
import { guideTopics, topicPath } from '../../src/faces/guide-topics.ts'
import { pagePaths } from '../../src/faces/page-titles.ts'
import { longestSearch } from '../../web/src/longest-search.ts'
import { alternativesTo } from '../../web/src/parts/alternatives.ts'
import { connectionsOf } from '../../web/src/parts/connections.ts'
import { launchOf } from '../../web/src/parts/launch.ts'
import { placeLabels } from '../../web/src/parts/place-labels.ts'
import { reasonTexts } from '../../web/src/parts/reason-text.ts'
import { needsKey, needsOf } from '../../web/src/parts/skill-facts.ts'
import { counted, formatDate, formatScore, kindOfTask, wordsOf } from '../../web/src/words.ts'

test('every page has a title, and every title a page', () => {
  const routes = [...readFileSync('web/src/main.tsx', 'utf8').matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path)
  const shown = routes.flatMap((path) => (path === '/guide/:topic?' ? guideTopics.map(({ slug }) => topicPath(slug)) : path))
  expect(shown.sort()).toEqual([...pagePaths].sort())
})

test.each([
  ['api_key', 'API key'],
  ['oauth', 'OAuth'],
  ['qa-testing', 'QA testing'],
  ['it-devops-platform-operations', 'IT DevOps platform operations'],
  ['output_quality', 'Output quality'],
  ['openai', 'OpenAI'],
])('%s reads %s', (slug, words) => {
  expect(wordsOf(slug)).toBe(words)
})

test('a score is shown as on a badge, and one report is no reports', () => {
  expect([7.49, 7.96, 9.96, 10, 0, 0.3].map(formatScore)).toEqual(['7.5', '7.9', '10.0', '10.0', '0.0', '0.3'])
  expect([counted(1, 'report'), counted(2, 'report')]).toEqual(['1 report', '2 reports'])
})

test('a kind of task is told in words that a visitor knows', () => {
  expect(['qa', 'agentic', 'summarization'].map(kindOfTask)).toEqual(['Question', 'Work with tools', 'Summarization'])
})

test.each([
  [['none'], 'Nothing'],
  [['local_install', 'none'], 'Local install'],
  [['none', 'api_key'], 'API key (optional)'],
  [['api_key', 'account'], 'API key, Account'],
  [[], undefined],
])('what needs %j is said to need %s', (requires, needs) => {
  expect(needsOf({ requires })).toBe(needs)
})

test('a key that is optional is not asked for when a server is installed', () => {
  expect([['api_key', 'account'], ['api_key', 'none'], ['oauth']].map((requires) => needsKey({ requires }))).toEqual([true, false, false])
})

test('a month is told as one', () => {
  expect(formatDate('2026-03')).toBe('Mar 2026')
})

test('as much is searched for as the service lets one', () => {
  expect(longestSearch).toBe(longestQuery)
})

test('the alternatives to a tool mainly do its kind of work, or else do it too', () => {
  const found = [
    { slug: 'wallet', capabilities: ['crypto', 'payments'] },
    { slug: 'stripe', capabilities: ['payments', 'invoicing'] },
    { slug: 'books', capabilities: ['accounting', 'invoicing'] },
    { slug: 'square', capabilities: ['payments'] },
  ]
  expect(alternativesTo(found[1]!, found).map(({ slug }) => slug)).toEqual(['square', 'wallet'])
  expect(alternativesTo({ slug: 'imported', capabilities: [] }, found)).toEqual(found)
})

describe('the package to start a server with', () => {
  const notion = { repo_url: 'https://github.com/makenotion/notion-mcp-server', publisher: 'makenotion' }
  const npm = (name: string) => ({ registry: 'npm', name })

  test('is not one made up from the address of the repository where another is known', () => {
    const packages = [{ registry: 'docker', name: 'mcp/notion' }, npm('@makenotion/notion-mcp-server'), npm('@notionhq/notion-mcp-server')]
    expect(launchOf({ ...notion, packages })).toEqual(npm('@notionhq/notion-mcp-server'))
    expect(launchOf({ ...notion, packages: packages.slice(0, 2) })).toEqual(npm('@makenotion/notion-mcp-server'))
  })

  test('is unknown where no name shows whose it is', () => {
    expect(launchOf({ ...notion, packages: [npm('notion-things')] })).toBeUndefined()
    expect(launchOf({ ...notion, packages: [] })).toBeUndefined()
  })
})

test('a server at an address is connected to in each client’s own words, by SSE where it speaks nothing else', () => {
  const url = 'https://mcp.acme.com/mcp'
  expect(Object.fromEntries(connectionsOf('acme', { type: 'streamable-http', url }))).toMatchObject({
    'Claude Code': `claude mcp add --transport http acme '${url}'`,
    Codex: `[mcp_servers.acme]\nurl = "${url}"`,
  })
  const older = Object.fromEntries(connectionsOf('acme', { type: 'sse', url }))
  expect(JSON.parse(older['VS Code'] ?? '')).toEqual({ servers: { acme: { type: 'sse', url } } })
  expect(older).not.toHaveProperty('Codex')
})

test('a label keeps off the line between the dots where there is room', () => {
  const room = { left: 0, right: 400, top: 0, bottom: 400 }
  const dots = [
    { x: 100, y: 100, text: 'First' },
    { x: 300, y: 40, text: 'Second' },
  ]
  const [first] = placeLabels(dots, dots, room)
  expect((first?.x ?? 0) + 'First'.length * 6.2).toBeLessThan(100)
})

test('of several tools, some with reports, the rest are said to have none', () => {
  expect(reasonTexts(['tool_facts_only'])).toEqual(['Tool: no reports yet, so its published facts alone counted.'])
  expect(reasonTexts(['tool_reports_considered', 'tool_facts_only'])[1]).toMatch(/^Tool: for another/)
})

test('a label stands nearest to its own dot, or is left out', () => {
  const room = { left: 0, right: 400, top: 0, bottom: 400 }
  const dot = { x: 100, y: 100, text: 'A model with a long name' }
  expect(placeLabels([dot], [dot], room)).toHaveLength(1)
  const ring = Array.from({ length: 24 }, (_, i) => ({
    x: dot.x + 16 * Math.cos((i * Math.PI) / 12),
    y: dot.y + 16 * Math.sin((i * Math.PI) / 12),
  }))
  expect(placeLabels([dot], [dot, ...ring], room)).toEqual([])
  for (const { x, y } of placeLabels([dot], [dot, { x: 60, y: 100 }, { x: 120, y: 120 }], room)) {
    const [toOwn, toOther] = [dot, { x: 120, y: 120 }].map((spot) => Math.hypot(Math.max(x - spot.x, 0), y - 4 - spot.y))
    expect(toOwn).toBeLessThan(toOther ?? 0)
  }
})
