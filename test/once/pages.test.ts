import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser } from '../browser.ts'
import { type TestApp, testApp } from '../harness.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const secret = 'an operator secret of more than 32 characters'

let app: TestApp
let base: string
let browser: Browser
let agent: string
beforeAll(async () => {
  if (!hasBrowser) return
  app = await testApp({ env: { ADMIN_SECRET: secret } })
  base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  agent = await app.register('page-walker')
  await app.request('POST', '/api/report', {
    skill_slug: 'exa-mcp-server',
    outcome: 'success',
    latency_ms: 900,
    quality_rating: 8,
    agent_identity_id: agent,
  })
  await app.request('POST', '/api/route', { task: 'warm the index' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const looks = [
  { name: 'phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
  { name: 'desktop, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const },
]

/** Opens a page and gives what a visitor would be bothered by. */
async function open(look: (typeof looks)[number], path: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage(look)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
  page.on('requestfailed', (request) => problems.push(`request: ${request.url()}`))
  page.on(
    'request',
    (request) => !request.url().startsWith(base) && !request.url().startsWith('data:') && problems.push(`foreign: ${request.url()}`),
  )
  await page.goto(`${base}${path}`, { waitUntil: 'networkidle' })
  return { page, problems }
}

async function inspect(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  // The page's own policy forbids injected scripts, so axe is put in through the debugger.
  const source = (await import('node:fs')).readFileSync(axe, 'utf8')
  await page.evaluate(source)
  const found = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await checker.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  return [...(sideways ? ['scrolls sideways'] : []), ...found]
}

const paths = [
  '/',
  '/?task=Refund%20the%20last%20payment%20of%20customer%204711%20in%20Stripe',
  '/?task=Find%20open%20bugs%20in%20our%20GitHub%20repo%20and%20post%20a%20summary%20to%20Slack',
  '/?task=Write%20a%20bedtime%20story',
  '/tools',
  '/tools?q=send%20an%20email',
  '/tools/exa-mcp-server',
  '/compare?tools=exa-mcp-server,brave-search-mcp',
  '/models',
  '/leaderboards',
  '/missions',
  '/challenges',
  '/verify',
  '/guide',
  '/guide/scoring',
  '/operator',
]

describe.skipIf(!hasBrowser)('pages', () => {
  describe.each(looks)('$name', (look) => {
    test.each([...paths, '/agents/'])('%s bothers nobody', async (path) => {
      const { page, problems } = await open(look, path === '/agents/' ? `/agents/${agent}` : path)
      expect([...problems, ...(await inspect(page))]).toEqual([])
      expect(await page.title()).toContain('Waymark')
      await page.close()
    })
  })

  test('a task typed on the home page is answered, and its address can be shared', async () => {
    const { page } = await open(looks[1]!, '/')
    await page.getByRole('textbox', { name: 'Task' }).fill('search the web for news about fusion power')
    await page.getByRole('button', { name: 'Route it' }).click()
    await page.getByRole('heading', { name: 'What was understood' }).waitFor()
    expect(page.url()).toContain('?task=')
    await page.getByRole('tab', { name: 'Python' }).click()
    await page.getByText('from waymark import Waymark').waitFor()
    await page.close()
  })

  test('the catalog is searched while typing and leads to a tool', async () => {
    const { page } = await open(looks[0]!, '/tools')
    await page.getByRole('searchbox', { name: 'Search' }).fill('stripe')
    await page.getByRole('link', { name: 'Stripe', exact: true }).click()
    await page.getByRole('heading', { name: 'Tools it offers' }).waitFor()
    expect(page.url()).toContain('/tools/stripe-mcp')
    await page.close()
  })

  test('the operator reviews a verification request', async () => {
    await app.request('POST', '/api/verify', { agent_name: 'page-walker', x_handle: '@page_walker' })
    const { page } = await open(looks[1]!, '/operator')
    await page.getByLabel('ADMIN_SECRET').fill(secret)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('No request is waiting.').waitFor()
    const { body } = await app.request('GET', '/api/verify/status?agent_name=page-walker')
    expect(body.status).toBe('approved')
    await page.close()
  })
})
