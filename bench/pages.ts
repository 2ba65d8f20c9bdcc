import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright-core'
import { openSource } from '../src/adapters/import-source.ts'
import { createApp } from '../src/app.ts'
import { importInto } from '../src/cli/commands/catalog.ts'
import { readConfig } from '../src/config.ts'
import { hasBrowser, launchBrowser } from '../test/support/browser.ts'
import { median, quantile } from './figures.ts'
import { writeMadeUp } from './made-up-entries.ts'
import { withTemporaryStore } from './temporary-store.ts'

const entries = 16_000
const visits = 7
const slowdown = 4
const typed = 'send invoices to customers by mail'

/** What a visitor waits for: the first visit on a slow processor, and every key typed into the search of a large catalog. */
export async function benchPages(): Promise<void> {
  if (!hasBrowser) return console.log('No Chromium here. Name one with WAYMARK_CHROMIUM.')
  await withTemporaryStore(async (store, folder) => {
    await importInto({ store, name: 'made up', source: openSource(writeMadeUp(folder, entries)) })
    const app = await createApp({ config: readConfig({ WEBHOOKS: 'off' }), store, warm: true })
    const base = await app.server.listen({ port: 0, host: '127.0.0.1' })
    await idle()
    const browser = await launchBrowser()
    try {
      console.log(`First visit of the home page, processor slowed down ${slowdown} times, ${visits} visits`)
      console.table([await firstVisits(browser, base)])
      console.log('Typing into the search, from the key to the painted page, and from the last key to its answer (ms)')
      console.table([await typing(browser, base)])
    } finally {
      await browser.close()
      await app.close()
    }
  })
}

/** A large catalog goes on being indexed after the start; that work must not be measured as the pages'. */
async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 4; ) {
    const before = performance.eventLoopUtilization()
    await sleep(500)
    quiet = performance.eventLoopUtilization(before).utilization < 0.3 ? quiet + 1 : 0
  }
}

/** Processor time of the page's main thread so far, in ms: unlike a clock it does not run faster on a busy machine. */
async function mainThreadMs(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function visitCost(browser: Browser, base: string): Promise<number> {
  const page = await browser.newPage()
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(base, { waitUntil: 'networkidle' })
  const spent = await mainThreadMs(debug)
  await page.close()
  return spent
}

async function firstVisits(browser: Browser, base: string): Promise<object> {
  const paints: number[] = []
  const costs: number[] = []
  let bytes = 0
  for (let i = 0; i < visits; i++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const debug = await context.newCDPSession(page)
    await debug.send('Network.enable')
    await debug.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    let moved = 0
    debug.on('Network.loadingFinished', ({ encodedDataLength }) => {
      moved += encodedDataLength
    })
    await page.goto(base, { waitUntil: 'networkidle' })
    paints.push(await page.evaluate(largestPaint))
    bytes = Math.max(bytes, moved)
    await context.close()
    costs.push(await visitCost(browser, base))
  }
  return {
    'main thread, not slowed down (CPU ms)': Math.round(median(costs)),
    'moved (kB)': round(bytes / 1000),
    'largest paint, median (ms)': Math.round(median(paints)),
    'worst (ms)': Math.round(Math.max(...paints)),
  }
}

/** Runs in the page. */
function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

async function typing(browser: Browser, base: string): Promise<object> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${base}/tools`)
  await page.locator('.rows > li').first().waitFor()
  for (let i = 0; i < 10; i++) {
    const before = await page.locator('.rows > li').count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.locator('.rows > li').nth(before).waitFor()
  }
  const rows = await page.locator('.rows > li').count()
  const debug = await page.context().newCDPSession(page)
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(watchKeys)
  const before = await mainThreadMs(debug)
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.pressSequentially(typed, { delay: 60 })
  const lastKey = Date.now()
  await page.waitForURL((url) => url.searchParams.get('q') === typed)
  await page.waitForFunction((most) => document.querySelectorAll('.rows > li').length < most, rows)
  const answered = Date.now() - lastKey
  const spent = (await mainThreadMs(debug)) - before
  const times = await page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes)
  return {
    rows,
    keys: times.length,
    median: Math.round(median(times)),
    p95: Math.round(quantile(times, 0.95)),
    worst: Math.round(Math.max(...times)),
    'answer after the last key': answered,
    'CPU ms per key': round(spent / times.length),
  }
}

/** Runs in the page: from the key to the frame after it. */
function watchKeys(): void {
  const keyTimes: number[] = []
  Object.assign(globalThis, { keyTimes })
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => setTimeout(() => keyTimes.push(performance.now() - timeStamp)))
  })
}

const round = (value: number) => Math.round(value * 10) / 10
