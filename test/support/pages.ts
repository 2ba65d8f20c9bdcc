import type { Browser, Page } from 'playwright-core'
import { accessibilityProblems, gatherProblems, launchBrowser, settled } from './browser.ts'
import { type TestApp, testApp } from './harness.ts'

export const secret = 'an operator secret of more than 32 characters'
export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

/** The pages of a service of their own, open in a browser. */
export type Pages = {
  app: TestApp
  base: string
  browser: Browser
  page: Page
  /** What bothered the visitor since the last visit. */
  problems: string[]
  /** The identity of an agent, and the title of a challenge that it handed in. */
  agent: string
  challenge: string
  visit: (path: string, size?: { width: number; height: number }) => Promise<void>
  problemsInEveryLook: () => Promise<string[]>
  close: () => Promise<void>
}

export async function openPages(): Promise<Pages> {
  const app = await testApp({ env: { ADMIN_SECRET: secret } })
  const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const filled = await fillStore(app)
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: desktop, colorScheme: 'light' })
  page.setDefaultTimeout(60_000)
  const problems = gatherProblems(page, base)

  async function visit(path: string, size = desktop): Promise<void> {
    await page.setViewportSize(size)
    // From a page of the same path the browser would go to another hash without loading anything.
    await page.goto('about:blank')
    problems.length = 0
    await page.goto(`${base}${path}`)
    await settled(page)
  }

  async function close(): Promise<void> {
    await browser.close()
    await app.close()
  }
  return { app, base, browser, page, problems, ...filled, visit, problemsInEveryLook: () => problemsInEveryLook(page), close }
}

/** An agent that did a little of everything, so that no page has only its empty state to show. */
async function fillStore(app: TestApp): Promise<{ agent: string; challenge: string }> {
  const agent = await app.register('page-walker')
  const report = { skill_slug: 'exa-mcp-server', outcome: 'success', quality_rating: 8, agent_identity_id: agent }
  const day = (ago: number) => new Date(app.clock.now.getTime() - ago * 24 * 3_600_000).toISOString().slice(0, 10)
  await app.request('POST', '/api/report', { ...report, latency_ms: 900 })
  await app.store.insertMany(
    'score_days',
    ['slug', 'day', 'overall_score', 'value_score', 'success_rate', 'latency_ms', 'evidence_count'],
    [2, 1].map((ago) => ['exa-mcp-server', day(ago), 7 + ago / 4, 7, 0.9, 800 + ago, 1]),
  )
  const listed = await app.request('GET', '/api/challenges')
  await app.request('POST', '/api/challenges/submit', {
    challenge_slug: listed.body.challenges[0].slug,
    agent_identity_id: agent,
    completeness_score: 9,
    quality_score: 9,
  })
  await app.request('POST', '/api/challenges/submit', {
    challenge_slug: listed.body.challenges[1].slug,
    agent_identity_id: await app.register('unbroken_'.repeat(14)),
    completeness_score: 9,
    quality_score: 9,
  })
  await app.request('POST', '/api/route', { task: 'Shovel the snow off our driveway' })
  return { agent, challenge: listed.body.challenges[0].title }
}

async function problemsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [i, size] of [phone, desktop].entries()) {
    for (const [j, colorScheme] of (['light', 'dark'] as const).entries()) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      const here = await accessibilityProblems(page, i + j === 0 ? 'everything' : 'look')
      found.push(...[...(sideways ? ['scrolls sideways'] : []), ...here].map((text) => `${size.width} ${colorScheme}: ${text}`))
    }
  }
  return found
}
