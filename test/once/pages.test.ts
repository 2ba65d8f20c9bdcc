import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, gatherProblems, hasBrowser, launchBrowser, settled } from '../support/browser.ts'
import { type TestApp, testApp } from '../support/harness.ts'

const secret = 'an operator secret of more than 32 characters'
const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }
const mostBytesAtFirst = 150_000

let app: TestApp
let base: string
let browser: Browser
let page: Page
let problems: string[]
let agent: string
let challenge: string

beforeAll(async () => {
  if (!hasBrowser) return
  app = await testApp({ env: { ADMIN_SECRET: secret } })
  base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  await fillStore()
  browser = await launchBrowser()
  page = await browser.newPage({ viewport: desktop, colorScheme: 'light' })
  page.setDefaultTimeout(60_000)
  problems = gatherProblems(page, base)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** An agent that did a little of everything, so that no page has only its empty state to show. */
async function fillStore(): Promise<void> {
  agent = await app.register('page-walker')
  const report = { skill_slug: 'exa-mcp-server', outcome: 'success', quality_rating: 8, agent_identity_id: agent }
  const day = (ago: number) => new Date(app.clock.now.getTime() - ago * 24 * 3_600_000).toISOString().slice(0, 10)
  await app.request('POST', '/api/report', { ...report, latency_ms: 900 })
  await app.store.insertMany(
    'score_days',
    ['slug', 'day', 'overall_score', 'value_score', 'success_rate', 'latency_ms', 'evidence_count'],
    [2, 1].map((ago) => ['exa-mcp-server', day(ago), 7 + ago / 4, 7, 0.9, 800 + ago, 1]),
  )
  const listed = await app.request('GET', '/api/challenges')
  challenge = listed.body.challenges[0].title
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
}

/** By the formula of the Web Content Accessibility Guidelines. */
function contrast(...colours: [string, string]): number {
  const [light = 0, dark = 0] = colours
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    })
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

async function visit(path: string, size = desktop): Promise<void> {
  await page.setViewportSize(size)
  // From a page of the same path the browser would go to another hash without loading anything.
  await page.goto('about:blank')
  problems.length = 0
  await page.goto(`${base}${path}`)
  await settled(page)
}

async function problemsInEveryLook(): Promise<string[]> {
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

const paths = [
  '/',
  '/#task=Refund%20the%20last%20payment%20of%20customer%204711%20in%20Stripe',
  '/#task=Find%20open%20bugs%20in%20our%20GitHub%20repo%20and%20post%20a%20summary%20to%20Slack',
  '/#task=Write%20a%20bedtime%20story',
  '/#task=Shovel%20the%20snow%20off%20our%20driveway',
  '/tools',
  '/tools?q=send%20an%20email',
  '/tools/exa-mcp-server',
  '/tools/brave-search-mcp',
  '/compare',
  '/compare?tools=exa-mcp-server,brave-search-mcp',
  '/models',
  '/leaderboards',
  '/missions',
  '/challenges',
  '/agents',
  '/agents/AGENT',
  '/verify',
  '/guide',
  '/guide/connect',
  '/guide/api?op=route',
  '/guide/scoring',
  '/guide/self-hosting',
  '/operator',
]

describe.skipIf(!hasBrowser)('pages', () => {
  test.each(paths)('%s bothers nobody, on a phone or a desktop, in the light or the dark', async (path) => {
    await visit(path.replace('AGENT', agent), phone)
    await expect.poll(() => page.title()).toContain('Waymark')
    expect(await problemsInEveryLook()).toEqual([])
    expect(problems).toEqual([])
  })

  test('the first visit is light, and nothing of it comes from elsewhere', async () => {
    const context = await browser.newContext()
    const fresh = await context.newPage()
    const network = await context.newCDPSession(fresh)
    await network.send('Network.enable')
    let bytes = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    const foreign = gatherProblems(fresh, base)
    await fresh.goto(base, { waitUntil: 'networkidle' })
    await context.close()
    expect(foreign).toEqual([])
    expect(bytes).toBeGreaterThan(5000)
    expect(bytes).toBeLessThanOrEqual(mostBytesAtFirst)
  })

  test('a task typed on the home page is answered, and its address can be shared', async () => {
    await visit('/')
    await page.getByRole('textbox', { name: 'Task' }).fill('search the web for news about fusion power')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'What was understood' }).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toContain('task=search')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.getByRole('tab', { name: 'curl' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('createWaymark').waitFor()
    await page.keyboard.press('End')
    await expect.poll(() => page.getByRole('tab', { name: 'MCP' }).getAttribute('aria-selected')).toBe('true')
    await page.getByText('"tools/call"').waitFor()
  })

  test('the answer leads to the tools it names, and the first page to how an agent is connected', async () => {
    await visit('/')
    await page.getByRole('link', { name: 'connect it over MCP' }).click()
    await page.getByRole('heading', { name: 'Connect an MCP client' }).waitFor()
    await visit('/#task=Refund%20payment%204711%20in%20Stripe')
    await page.getByRole('heading', { name: 'Stripe', exact: true }).getByRole('link').click()
    await page.getByRole('heading', { name: 'Tools it offers' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/tools/stripe-mcp')
  })

  test('Enter that ends a word being composed does not send the task', async () => {
    await visit('/')
    const box = page.getByRole('textbox', { name: 'Task' })
    await box.fill('東京の天気')
    const isLeftAlone = (isComposing: boolean) =>
      box.evaluate((field, composing) => {
        const event = new KeyboardEvent('keydown', { key: 'Enter', isComposing: composing, bubbles: true, cancelable: true })
        return field.dispatchEvent(event)
      }, isComposing)
    expect(await isLeftAlone(true)).toBe(true)
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    expect(await isLeftAlone(false)).toBe(false)
    await page.getByRole('heading', { name: 'What was understood' }).waitFor()
  })

  test('a task that is written from right to left begins at the right', async () => {
    await visit('/')
    await page.getByRole('textbox', { name: 'Task' }).fill('أرسل رسالة إلى العميل عبر Gmail')
    await expect.poll(() => page.locator('#task').evaluate((box) => getComputedStyle(box).direction)).toBe('rtl')
  })

  test('on a phone the answer is brought into view, and a long task reaches the service whole', async () => {
    const small = { width: 390, height: 560 }
    await visit('/', small)
    const task = `Refund the last payment in Stripe. ${'The customer was kind. '.repeat(500)}`.trim()
    await page.getByRole('textbox', { name: 'Task' }).fill(task)
    const asked = page.waitForRequest('**/api/route')
    await page.getByRole('button', { name: 'Route it' }).click()
    expect((await asked).postDataJSON().task).toBe(task)
    const heading = page.getByRole('heading', { name: 'Stripe', exact: true })
    await heading.waitFor()
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(small.height / 2)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('HEADER')
    const examples = page.getByRole('list', { name: 'Example tasks' })
    await expect.poll(() => examples.count()).toBe(0)
    await page.getByRole('textbox', { name: 'Task' }).fill('')
    await examples.waitFor()
  })

  test('the reasons say whether they are about the tool or the model, and tell nobody of a profile they have not', async () => {
    await visit('/#task=Refund%20payment%204711%20in%20Stripe')
    const reasons = (await page.locator('.reasons').textContent()) ?? ''
    expect(reasons).toContain('Tool: ')
    expect(reasons).toContain('Model: ')
    expect(reasons).not.toMatch(/profile|_/)
    await expect.poll(() => page.locator('.answer > header').textContent()).not.toContain('_')
  })

  test('an answer stays until the next one is there', async () => {
    await visit('/#task=Refund%20payment%204711%20in%20Stripe')
    const slow = Promise.withResolvers<void>()
    await page.route('**/api/route', async (route) => {
      await slow.promise
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Task' }).fill('Write a bedtime story')
    await page.keyboard.press('Enter')
    await page.getByText('Reading the task…').waitFor({ state: 'attached' })
    await expect.poll(() => page.getByRole('heading', { name: 'Stripe', exact: true }).isVisible()).toBe(true)
    slow.resolve()
    await page.getByText('A model alone will do').waitFor()
    await page.unroute('**/api/route')
  })

  test('a page that cannot be had says so, and one that is slow shows that it is coming', async () => {
    const context = await browser.newContext({ viewport: desktop })
    const visitor = await context.newPage()
    await visitor.goto(`${base}/tools`)
    await settled(visitor)
    const slow = Promise.withResolvers<void>()
    await visitor.route('**/assets/models-*.js', async (route) => {
      await slow.promise
      await route.abort()
    })
    await visitor.getByRole('link', { name: 'Models' }).click()
    await visitor.waitForFunction(() => getComputedStyle(document.body, '::before').visibility === 'visible')
    slow.resolve()
    await visitor.getByRole('heading', { name: 'This page did not load' }).waitFor()
    await visitor.unroute('**/assets/models-*.js')
    await visitor.getByRole('button', { name: 'Try again' }).click()
    await visitor.getByRole('heading', { name: 'Models', exact: true }).waitFor()
    await visitor.waitForFunction(() => !document.documentElement.hasAttribute('data-busy'))
    await context.close()
  })

  test('without scripts a page says at its top where to go', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone })
    const plain = await context.newPage()
    await plain.goto(`${base}/tools`)
    const link = await plain.getByRole('link', { name: 'the reference' }).boundingBox()
    await context.close()
    expect(link?.y).toBeLessThan(phone.height)
  })

  test('another task in the address is asked without loading the page again', async () => {
    await visit('/#task=Write%20a%20bedtime%20story')
    await page.goto(`${base}/#task=Refund%20payment%204711%20in%20Stripe`)
    await page.getByRole('heading', { name: 'Stripe' }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Task' }).inputValue()).toBe('Refund payment 4711 in Stripe')
  })

  test('the slower answer to an earlier question does not replace that to the latest', async () => {
    await visit('/')
    const slow = Promise.withResolvers<void>()
    await page.route('**/api/route', async (route) => {
      if (route.request().postData()?.includes('Stripe')) await slow.promise
      await route.continue()
    })
    await page.getByRole('button', { name: /in Stripe$/ }).click()
    await page.getByRole('textbox', { name: 'Task' }).fill('Write a bedtime story')
    await page.keyboard.press('Enter')
    await page.getByText('A model alone will do').waitFor()
    const late = page.waitForResponse((response) => response.request().postData()?.includes('Stripe') ?? false)
    slow.resolve()
    await (await late).finished()
    await page.unroute('**/api/route')
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
    expect(await page.getByText('A model alone will do').isVisible()).toBe(true)
    expect(await page.getByRole('textbox', { name: 'Task' }).inputValue()).toContain('bedtime story')
  })

  test('code is copied also where the page has no clipboard, as over plain HTTP', async () => {
    await visit('/guide')
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
      document.addEventListener('copy', () => document.body.setAttribute('data-copied', String(getSelection())))
    })
    const button = page.locator('.copyable button').first()
    const before = await button.boundingBox()
    await button.click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await button.boundingBox()).toEqual(before)
    await expect.poll(() => page.locator('body').getAttribute('data-copied')).toContain('/api/route')
  })

  test('the catalog is searched while typing and leads to a tool', async () => {
    await visit('/tools', phone)
    await page.getByRole('searchbox', { name: 'Search' }).fill('stripe')
    await page.getByRole('link', { name: 'Stripe', exact: true }).click()
    await page.getByRole('heading', { name: 'Tools it offers' }).waitFor()
    await expect.poll(() => page.url()).toContain('/tools/stripe-mcp')
  })

  test('a filter that leaves nothing says so', async () => {
    await visit('/tools?vertical=real-estate&workflow=design-to-code-workflow')
    await expect.poll(() => page.getByText('No tool matches').isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Show all tools' }).click()
    await expect
      .poll(() =>
        page
          .getByRole('status')
          .getByText(/^\d+ tools$/)
          .isVisible(),
      )
      .toBe(true)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  test('the search box says what is looked for, also when a link changes that', async () => {
    await visit('/tools?q=stripe')
    await page.getByRole('link', { name: 'Tools', exact: true }).click()
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('')
    await page.goBack()
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('stripe')
  })

  test('who goes back from a tool is where they were in the list', async () => {
    await visit('/tools')
    await page.evaluate(() => scrollTo(0, 900))
    await page.waitForFunction(() => scrollY === 900)
    await page.locator('.rows > li a').nth(12).click()
    await page.getByRole('heading', { name: 'Tools it offers' }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await page.waitForFunction(() => scrollY === 900)
  })

  test('who goes back to an answer is where they were in it', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await visit('/#task=Refund%20payment%204711%20in%20Stripe', { width: 1280, height: 600 })
    await page.getByRole('heading', { name: 'Tools considered' }).waitFor()
    const other = page.locator('.considered a').nth(2)
    await other.waitFor()
    await page.evaluate(() => scrollTo(0, 600))
    await page.waitForFunction(() => scrollY === 600)
    await other.click()
    await page.getByRole('heading', { name: 'Tools it offers' }).waitFor()
    await page.goBack()
    await other.waitFor()
    await page.waitForFunction(() => scrollY === 600)
    await page.evaluate(() => new Promise((done) => setTimeout(done, 400)))
    expect(await page.evaluate(() => scrollY)).toBe(600)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
  })

  test('the way home leaves the task and its answer behind, and the title with the page', async () => {
    await visit('/tools')
    await page.getByRole('link', { name: 'Waymark', exact: true }).click()
    await page.getByRole('button', { name: /in Stripe$/ }).click()
    await page.getByRole('heading', { name: 'Stripe', exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('Waymark: the right tool and model for a task')
    await page.getByRole('link', { name: 'Waymark', exact: true }).click()
    await page.getByRole('list', { name: 'Example tasks' }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Task' }).inputValue()).toBe('')
  })

  test.each(['/tools', '/models', '/guide/api', '/#task=Refund%20it%20in%20Stripe'])('nothing on %s jumps while it loads', async (path) => {
    const context = await browser.newContext({ viewport: phone })
    await context.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) performance.mark('shift', { detail: (entry as unknown as { value: number }).value })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const fresh = await context.newPage()
    await fresh.goto(`${base}${path}`, { waitUntil: 'networkidle' })
    await settled(fresh)
    const shifts = await fresh.evaluate(() =>
      performance.getEntriesByName('shift').map((mark) => (mark as PerformanceMark).detail as number),
    )
    await context.close()
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05)
  })

  test('more tools come when asked for, and are there again for who comes back', async () => {
    await visit('/tools')
    const rows = page.locator('.rows > li')
    const before = await rows.count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await rows.nth(before).waitFor()
    const after = await rows.count()
    expect(after).toBeGreaterThan(before)
    await expect
      .poll(() =>
        rows
          .nth(before)
          .getByRole('link')
          .evaluate((link) => link === document.activeElement),
      )
      .toBe(true)
    await rows.last().getByRole('link').click()
    await page.getByRole('heading', { name: 'Tools it offers' }).waitFor()
    await page.goBack()
    await rows.nth(after - 1).waitFor()
    await expect.poll(() => rows.count()).toBe(after)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('stars')
    await expect.poll(() => rows.count()).toBe(before)
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(after)
  })

  test('how many tools match is said, also to those who cannot see the list', async () => {
    await visit('/tools')
    const { headers } = await app.request('GET', '/api/skills?limit=1')
    const said = page.getByRole('status').filter({ hasText: /tools?$/ })
    await expect.poll(() => said.textContent()).toBe(`${headers['x-total-count']} tools`)
    await page.getByRole('combobox', { name: 'Workflow' }).selectOption({ index: 1 })
    await expect.poll(() => said.textContent()).not.toBe(`${headers['x-total-count']} tools`)
  })

  test('the back button takes back a choice, and a search in one step', async () => {
    await visit('/leaderboards')
    const board = page.getByRole('combobox', { name: 'Board' })
    await board.selectOption('rising')
    await expect.poll(() => page.url()).toContain('board=rising')
    await page.getByText('1 agent this week, 0 last week').waitFor()
    await page.goBack()
    await expect.poll(() => board.inputValue()).toBe('overall')
    await page.goForward()
    await expect.poll(() => board.inputValue()).toBe('rising')
    await visit('/models')
    await page.getByRole('link', { name: 'Tools', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('stripe', { delay: 150 })
    await expect.poll(() => page.url()).toContain('q=stripe')
    await page.goBack()
    await page.getByRole('heading', { name: 'Models', exact: true }).waitFor()
  })

  test('the back button leads from task to task, and from the first to the empty page', async () => {
    await visit('/')
    const box = page.getByRole('textbox', { name: 'Task' })
    for (const task of ['Write a bedtime story', 'Refund payment 4711 in Stripe']) {
      await box.fill(task)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('.answer:not(.old) h2').first().textContent()).toBeTruthy()
    }
    await page.getByRole('heading', { name: 'Stripe', exact: true }).waitFor()
    await page.goBack()
    await page.getByText('A model alone will do').waitFor()
    await expect.poll(() => box.inputValue()).toBe('Write a bedtime story')
    await page.goBack()
    await page.getByRole('list', { name: 'Example tasks' }).waitFor()
    await expect.poll(() => page.locator('.answer').count()).toBe(0)
  })

  test('what was chosen among the models is in the address', async () => {
    await visit('/models?profile=unregulated&without=google,nobody&kind=code')
    await expect.poll(() => page.getByRole('combobox', { name: 'Profile' }).inputValue()).toBe('unregulated')
    await expect.poll(() => page.getByRole('checkbox', { name: 'Google' }).isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'OpenAI' }).uncheck()
    await expect.poll(() => new URL(page.url()).searchParams.get('without')).toBe('google,openai')
  })

  test('a tool shows how it did and who says so, and names itself in the title that is sent', async () => {
    await visit('/tools/exa-mcp-server')
    await expect.poll(() => page.getByRole('img', { name: /^Score: from/ }).isVisible()).toBe(true)
    await expect.poll(() => page.getByText('Newcomers', { exact: true }).isVisible()).toBe(true)
    const { text } = await app.request('GET', '/tools/exa-mcp-server')
    expect(text).toContain('<title>Exa · Waymark</title>')
  })

  test('a chart says what its highest and lowest points stand for', async () => {
    await visit('/tools/exa-mcp-server')
    const numbersOf = (title: string) =>
      page
        .getByRole('img', { name: `${title}: from` })
        .locator('.tick')
        .allTextContents()
    await expect.poll(async () => (await numbersOf('Latency'))[0]).toMatch(/^\d+ ms$/)
    const [high, low] = (await numbersOf('Score')).map(Number)
    expect(high).toBeGreaterThan(low ?? high ?? 0)
    const [charted, written] = await page
      .getByRole('img', { name: 'Success: from' })
      .evaluate((chart) => [chart.getBoundingClientRect().left, chart.querySelector('.tick')?.getBoundingClientRect().left ?? -1])
    expect(written).toBeGreaterThan(charted ?? 0)
  })

  test('a tool shows the slug that reports take, and leads to the lists that hold it', async () => {
    await visit('/tools/exa-mcp-server')
    await expect.poll(() => page.locator('.page-head code').textContent()).toBe('exa-mcp-server')
    await page.getByRole('link', { name: 'Sales research outreach' }).click()
    await expect.poll(() => page.getByRole('combobox', { name: 'Workflow' }).inputValue()).toBe('sales-research-outreach')
    await expect.poll(() => page.locator('.rows').getByRole('link', { name: 'Exa', exact: true }).count()).toBe(1)
  })

  test('an entry of long words and without advice fits a phone, and heads nothing that is not there', async () => {
    const unbroken = 'Supercalifragilisticexpialidocious_Name_Of_A_Server_That_Goes_On'
    const entry = { slug: `${'unbroken'.repeat(8)}-mcp`, canonical_name: unbroken, description: `Reads https://example.com/${unbroken}.` }
    const bearer = { authorization: `Bearer ${secret}` }
    await app.request('POST', '/api/admin/catalog', { ...entry, publisher: unbroken }, bearer)
    const task = encodeURIComponent(`List my things in ${unbroken} and post them to Slack`)
    for (const path of [`/#task=${task}`, `/tools/${entry.slug}`, `/compare?tools=${entry.slug},exa-mcp-server`]) {
      await visit(path, phone)
      await page.getByRole('heading', { name: entry.canonical_name }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    }
    await expect.poll(() => page.getByRole('heading', { name: 'When not' }).count()).toBe(1)
    await app.request('DELETE', `/api/admin/catalog/${entry.slug}`, undefined, bearer)
  })

  test('an imported entry says that nobody has reviewed it, and not that it needs nothing', async () => {
    const bearer = { authorization: `Bearer ${secret}` }
    const servers = [{ name: 'com.acme/notes', title: 'Acme Notes', description: 'Reads our notes.' }]
    await app.request('POST', '/api/admin/catalog/import', { source: 'pages', servers }, bearer)
    await visit('/tools/acme-notes')
    await page.getByText('the operator of this service has not reviewed this entry yet').waitFor()
    const needs = page.getByRole('heading', { name: 'Needs' }).locator('+ p')
    await expect.poll(() => needs.textContent()).toBe('The catalog does not say.')
    await app.request('DELETE', '/api/admin/catalog/acme-notes', undefined, bearer)
  })

  test('a tool never shows what belongs to the one before it', async () => {
    await visit('/tools/exa-mcp-server')
    await page.getByRole('img', { name: /^Score: from/ }).waitFor()
    const slow = Promise.withResolvers<void>()
    await page.route('**/api/skills/*/history', async (route) => {
      await slow.promise
      await route.continue()
    })
    await page.locator('.rows').getByRole('link').first().click()
    await expect.poll(() => page.locator('h1').textContent()).not.toBe('Exa')
    await expect.poll(() => page.getByRole('img', { name: /^Score: from/ }).count()).toBe(0)
    slow.resolve()
    await page.getByText('Nobody has reported on it yet').waitFor()
    await page.unroute('**/api/skills/*/history')
  })

  test('a day is the same one for visitors from everywhere, in the language of the page', async () => {
    const context = await browser.newContext({ timezoneId: 'America/Los_Angeles', locale: 'de-DE' })
    const visitor = await context.newPage()
    await visitor.goto(`${base}/tools/exa-mcp-server`)
    const name = await visitor.getByRole('img', { name: /^Score: from/ }).getAttribute('aria-label')
    await context.close()
    expect(name).toMatch(/from 7\.\d on Oct 31, 2026 to/)
  })

  test('a tool has one score, on its badge and everywhere on its page', async () => {
    await visit('/tools/exa-mcp-server')
    const badge = (await app.request('GET', '/api/badge/exa-mcp-server')).text
    const score = />(\d\.\d)\/10</.exec(badge)?.[1]
    await expect.poll(() => page.locator('.bar').filter({ hasText: 'Overall' }).locator('.bar-value').textContent()).toBe(score)
    await expect.poll(() => page.getByText('From 1 report, weighted').isVisible()).toBe(true)
    await visit('/tools?q=exa')
    const row = page.locator('.rows > li').filter({ has: page.getByRole('link', { name: 'Exa', exact: true }) })
    await expect.poll(() => row.locator('dd').first().textContent()).toBe(score)
    await visit('/leaderboards')
    await expect.poll(() => page.getByText(`${score} · 1 report`, { exact: true }).isVisible()).toBe(true)
  })

  test('a server that needs a key is installed with a place for it, from the package of its publisher', async () => {
    await visit('/tools/stripe-mcp')
    const snippet = page.getByRole('region', { name: 'Claude Code snippet' })
    await expect
      .poll(() => snippet.textContent())
      .toBe('claude mcp add stripe-mcp --env NAME_OF_API_KEY=your-api-key -- npx -y @stripe/mcp')
    await page.getByRole('tab', { name: 'Cursor' }).click()
    await expect
      .poll(() => page.getByRole('region', { name: 'Cursor snippet' }).textContent())
      .toContain('"NAME_OF_API_KEY": "your-api-key"')
    await expect.poll(() => page.getByText('It needs an API key.').isVisible()).toBe(true)
    await visit('/tools/notion-mcp-server')
    await expect.poll(() => snippet.textContent()).toBe('claude mcp add notion-mcp-server -- npx -y @notionhq/notion-mcp-server')
    await expect.poll(() => page.getByText('OAuth, Account').isVisible()).toBe(true)
  })

  test('tools are compared side by side under an address to share', async () => {
    await visit('/compare?tools=exa-mcp-server')
    await page.getByRole('searchbox', { name: 'Add a tool' }).fill('brave search')
    await page.getByRole('button', { name: 'Brave Search', exact: true }).click()
    await page.getByRole('heading', { name: 'Reliability' }).waitFor()
    expect(new URL(page.url()).searchParams.get('tools')).toBe('exa-mcp-server,brave-search-mcp')
    const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Reliability' }) })
    const { body } = await app.request('GET', '/api/skills/compare?slugs=exa-mcp-server,brave-search-mcp')
    const { ranking } = body.dimensions.find(({ dimension }: { dimension: string }) => dimension === 'reliability')
    const scores = ranking.map(({ score }: { score: number }) => score.toFixed(2))
    await expect.poll(() => card.locator('.bar-value').allTextContents()).toEqual(scores)
    expect(await card.locator('p').count()).toBe(0)
    await page.getByRole('button', { name: 'Remove Exa' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Choose two to four tools').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Brave Search')
  })

  test('where no tool leads, none is set off', async () => {
    await visit('/compare?tools=brave-search-mcp,stripe-mcp')
    await page.getByRole('heading', { name: 'Low cost' }).waitFor()
    const level = page.locator('.card', { has: page.getByText('No real difference.') })
    await level.getByRole('heading', { name: 'Efficiency' }).waitFor()
    await expect.poll(() => level.locator('.bar-track.accent').count()).toBe(0)
    await expect.poll(() => page.locator('.bar-track.accent').count()).toBeGreaterThan(0)
  })

  test('a comparison names its tools in the title, as long as it is one', async () => {
    await visit('/compare?tools=exa-mcp-server,stripe-mcp')
    await expect.poll(() => page.title()).toMatch(/^(Exa, Stripe|Stripe, Exa) compared · Waymark$/)
    await page.getByRole('button', { name: 'Remove Exa' }).click()
    await expect.poll(() => page.title()).toBe('Compare tools · Waymark')
  })

  test('the keyboard is not lost where the fourth tool ends the picking', async () => {
    await visit('/compare?tools=exa-mcp-server,brave-search-mcp,stripe-mcp')
    await page.getByRole('searchbox', { name: 'Add a tool' }).fill('slack')
    await page.getByRole('list', { name: 'Found tools' }).getByRole('button').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Four is the most').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  })

  test('tools to compare are picked by the keyboard alone, and may come as slugs', async () => {
    await visit('/compare?slugs=exa-mcp-server,brave-search-mcp')
    await page.getByRole('heading', { name: 'Reliability' }).waitFor()
    const box = page.getByRole('searchbox', { name: 'Add a tool' })
    await box.fill('zxqvbnmk')
    await page.getByRole('status').getByText('No tool matches').waitFor()
    await box.fill('slack')
    const found = page.getByRole('list', { name: 'Found tools' }).getByRole('button')
    await found.nth(1).waitFor()
    await expect.poll(() => page.locator('.picker [role=status]').textContent()).toMatch(/^\d tools found$/)
    const second = await found.nth(1).textContent()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(second)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('tools')?.split(',').length).toBe(3)
    expect(new URL(page.url()).searchParams.get('slugs')).toBeNull()
    await expect.poll(() => box.inputValue()).toBe('')
  })

  test('models are sorted by a column, the best first, then the other way round', async () => {
    await visit('/models')
    const qualities = () => page.locator('.models tbody td:nth-child(2)').allTextContents()
    const first = async () => Number.parseFloat((await qualities())[0] ?? '')
    const numbers = (await qualities()).map((text) => Number.parseFloat(text))
    await page.getByRole('button', { name: 'Quality' }).click()
    await expect.poll(first).toBe(Math.max(...numbers))
    const heading = page.getByRole('columnheader', { name: 'Quality' })
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('button', { name: 'Quality' }).click()
    await expect.poll(first).toBe(Math.min(...numbers))
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-quality')
    await page.goBack()
    await expect.poll(first).toBe(Math.max(...numbers))
    await expect.poll(() => heading.evaluate((head) => head.getBoundingClientRect().top < innerHeight)).toBe(true)
    await visit('/models?sort=input')
    await expect.poll(() => page.locator('.models tbody td:nth-child(3)').first().textContent()).toBe('$0.05')
  })

  test.each([1440, 960])('no column of the models is cut off at %i pixels, and their heads stay in sight', async (width) => {
    await visit('/models', { width, height: 900 })
    const table = page.locator('.models')
    const [whole, line] = [await table.boundingBox(), await page.locator('main h1').boundingBox()]
    expect(whole?.width).toBe(line?.width)
    await table.locator('tbody tr').last().scrollIntoViewIfNeeded()
    await expect.poll(async () => (await table.locator('thead th').first().boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
  })

  test('on a phone the quality and the price of a model stand beside its name', async () => {
    await visit('/models', phone)
    const cell = await page.locator('.models tbody td:nth-child(3)').first().boundingBox()
    expect((cell?.x ?? 0) + (cell?.width ?? phone.width)).toBeLessThan(phone.width)
  })

  test('a provider taken away changes first choices, and the page says which', async () => {
    await visit('/models')
    await page.getByRole('checkbox', { name: 'google' }).uncheck()
    await page.getByRole('heading', { name: 'Without google' }).waitFor()
    await expect.poll(() => page.getByText(/Cheap chat: .+ instead of Gemini/).isVisible()).toBe(true)
    for (const provider of ['openai', 'anthropic', 'mistral', 'deepseek', 'meta'])
      await page.getByRole('checkbox', { name: provider }).uncheck()
    await expect.poll(() => page.getByText('No model is left').isVisible()).toBe(true)
    await expect.poll(() => page.getByText(/^Cheap chat: nothing is left$/).isVisible()).toBe(true)
  })

  test('a profile leaves out the models it may not use', async () => {
    await visit('/models')
    const deepseek = page.getByRole('rowheader', { name: 'DeepSeek V4 Pro' })
    await expect.poll(() => deepseek.count()).toBe(0)
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('unregulated')
    await deepseek.waitFor()
  })

  test('a mission is claimed by the id that its card shows', async () => {
    await visit('/missions')
    const shown = await page.getByText('Mission id').first().locator('code').textContent()
    const claim = await app.request('POST', '/api/missions/claim', { mission_id: shown, agent_identity_id: agent })
    expect([claim.status, claim.body.mission_id]).toEqual([200, shown])
  })

  test('a challenge is handed in by the slug that its card shows', async () => {
    await visit('/challenges')
    const shown = await page.getByText('Challenge slug').nth(2).locator('code').textContent()
    const work = { challenge_slug: shown, agent_identity_id: agent, completeness_score: 5, quality_score: 5 }
    expect((await app.request('POST', '/api/challenges/submit', work)).status).toBe(200)
  })

  test('a challenge shows its medals', async () => {
    await visit('/challenges')
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: challenge }) })
    await card.getByText('Medals (1 submission)').click()
    await card.getByText('page-walker').waitFor()
    await expect.poll(() => card.locator('.tag').textContent()).toMatch(/gold|silver|bronze/)
  })

  test('a medal of a verified agent shows its mark', async () => {
    const verify = (at: string | null) => app.store.execute('UPDATE agents SET verified_at = $1 WHERE agent_identity_id = $2', [at, agent])
    await verify(app.clock.now.toISOString())
    await visit('/challenges')
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: challenge }) })
    await card.getByText('Medals (1 submission)').click()
    await card.getByText('verified', { exact: true }).waitFor()
    await visit('/leaderboards')
    const rank = page.getByRole('listitem').filter({ hasText: 'page-walker' })
    await expect.poll(async () => (await rank.textContent())?.match(/verified/g)).toHaveLength(1)
    await verify(null)
  })

  test('an agent is found by its identity', async () => {
    await visit('/agents')
    await page.getByRole('textbox', { name: 'Name or identity' }).fill(agent)
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.getByRole('heading', { name: 'page-walker' }).waitFor()
    await page.getByRole('heading', { name: 'Recent rewards' }).waitFor()
    await expect.poll(() => page.url()).toContain(`/agents/${agent}`)
    await expect.poll(() => page.title()).toBe('page-walker · Waymark')
  })

  test('an agent is found by its name, and looking for one makes none', async () => {
    await visit('/agents/page-walker', phone)
    await page.getByRole('heading', { name: 'page-walker' }).waitFor()
    await page.getByRole('heading', { name: 'Recent rewards' }).waitFor()
    await visit('/agents')
    await page.getByRole('textbox', { name: 'Name or identity' }).fill('nobody at all')
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.getByRole('heading', { name: 'No such agent' }).waitFor()
    expect((await app.request('GET', '/api/verify/status?agent_name=nobody%20at%20all')).status).toBe(404)
    await visit('/agents/00000000-0000-4000-8000-000000000000')
    await expect.poll(() => page.getByRole('heading', { name: 'No such agent' }).isVisible()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('the records of an agent stay apart on a phone', async () => {
    const slug = 'stripe-mcp'
    for (let i = 0; i < 4; i++) {
      const routed = await app.request('POST', '/api/route', { task: `Refund payment ${i} in Stripe`, agent_identity_id: agent })
      const { decision_id } = routed.body.routing_metadata
      await app.request('POST', '/api/report', { skill_slug: slug, outcome: 'success', agent_identity_id: agent, decision_id })
    }
    await visit(`/agents/${agent}`, phone)
    await page.getByText(/calls · 100% successful/).waitFor()
    await expect.poll(() => page.getByRole('heading', { name: /^About/ }).allTextContents()).toEqual(['About tools'])
    const rows = await page.locator('.ranks li').evaluateAll((items) =>
      items.map((item) => {
        const box = item.getBoundingClientRect()
        const inside = [...item.querySelectorAll('span, small')].map((part) => part.getBoundingClientRect())
        return inside.every(({ top, bottom }) => top >= box.top - 1 && bottom <= box.bottom + 1)
      }),
    )
    expect(rows.length).toBeGreaterThan(4)
    expect(rows.every(Boolean)).toBe(true)
  })

  test('verification is asked for and its state is shown', async () => {
    await app.register('wants-a-mark')
    await visit('/verify')
    await page.getByRole('textbox', { name: 'Agent name' }).fill('wants-a-mark')
    await page.getByRole('button', { name: '1. Get the code' }).click()
    const post = page.getByRole('region', { name: 'Text to post' })
    await post.waitFor()
    const code = (await page.locator('[aria-live] p code').textContent()) ?? 'a code'
    await expect.poll(() => post.textContent()).toContain(code)
    await expect.poll(() => post.evaluate((region) => region.scrollWidth - region.clientWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('textbox', { name: 'Handle' }).fill('@wants_a_mark')
    await page.getByRole('textbox', { name: 'Address of the post' }).fill('https://social.example.com/wants_a_mark/1')
    await page.getByRole('button', { name: '2. Submit' }).click()
    await expect.poll(async () => (await app.request('GET', '/api/verify/status?agent_name=wants-a-mark')).body.status).toBe('submitted')
    const listed = await app.request('GET', '/api/admin/verifications', undefined, { authorization: `Bearer ${secret}` })
    expect(listed.body.verifications.map(({ post_url }: { post_url: string }) => post_url)).toContain(
      'https://social.example.com/wants_a_mark/1',
    )
    await page.getByRole('button', { name: 'Where does it stand?' }).click()
    await page
      .locator('[aria-live]')
      .getByText(/waits for review/)
      .waitFor()
  })

  test('on a phone the code to post is brought into view', async () => {
    await visit('/verify', phone)
    await page.getByRole('textbox', { name: 'Agent name' }).fill('page-walker')
    await page.getByRole('button', { name: '1. Get the code' }).click()
    const post = page.getByRole('region', { name: 'Text to post' })
    await expect.poll(async () => ((await post.boundingBox())?.y ?? phone.height) < phone.height - 50).toBe(true)
  })

  test('verification says what is wrong with the words of its own fields', async () => {
    await visit('/verify')
    const said = page.locator('[aria-live]')
    await page.getByRole('button', { name: '1. Get the code' }).click()
    await said.getByText('Agent name: fill in').waitFor()
    await page.getByRole('textbox', { name: 'Agent name' }).fill('nobody at all')
    await page.getByRole('button', { name: '1. Get the code' }).click()
    await said.getByText('Agent name: no agent is registered').waitFor()
    await page.getByRole('textbox', { name: 'Agent name' }).fill('page-walker')
    await page.getByRole('button', { name: '2. Submit' }).click()
    await said.getByText('Handle on the social network: must be').waitFor()
    await expect.poll(() => said.textContent()).not.toMatch(/x_handle|agent_name|\/api\//)
  })

  test('the operator is let in by the secret alone, reviews a request, pins and unpins', async () => {
    await app.request('POST', '/api/verify', { agent_name: 'page-walker', x_handle: '@page_walker' })
    await visit('/operator')
    const secretBox = page.getByLabel('ADMIN_SECRET')
    await secretBox.fill('not the secret, whatever it may be')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('This is not the operator secret.').waitFor()
    await secretBox.fill(secret)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'Traffic and latency' }).waitFor()
    await page.getByRole('heading', { name: 'Tasks that found no tool' }).waitFor()
    const request = page.getByRole('listitem').filter({ hasText: 'page-walker' })
    await request.getByRole('button', { name: 'Approve page-walker' }).focus()
    await page.keyboard.press('Enter')
    await request.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.querySelector('h2')?.textContent)).toBe('Verification requests')
    expect((await app.request('GET', '/api/verify/status?agent_name=page-walker')).body.status).toBe('approved')
    await page.getByRole('textbox', { name: 'Slug of a tool' }).fill('brave-search-mcp')
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    expect(await problemsInEveryLook()).toEqual([])
    await page.getByRole('button', { name: 'Unpin' }).click()
    await page.getByText('Nothing is pinned or banned.').waitFor()
  })

  test('the operator sees what a request rests on, and rejects it with a reason of their own', async () => {
    for (const name of ['pretender', 'other-pretender']) {
      await app.register(name)
      await app.request('POST', '/api/verify', { agent_name: name, x_handle: '@popular', post_url: 'https://social.example.com/popular/1' })
    }
    await visit('/operator')
    await page.getByLabel('ADMIN_SECRET').fill(secret)
    await page.getByRole('button', { name: 'Open' }).click()
    const request = page.getByRole('listitem').filter({ has: page.getByText('pretender', { exact: true }) })
    await request.getByText('2 agents claim this handle').waitFor()
    await expect.poll(() => request.getByRole('link').getAttribute('href')).toBe('https://social.example.com/popular/1')
    await expect.poll(() => request.getByText('The post has not been checked automatically.').isVisible()).toBe(true)
    await request.getByRole('button', { name: 'Reject…' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await request.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.poll(() => request.isVisible()).toBe(true)
    await request.getByLabel('Reason').fill('The post does not hold the code.')
    expect(await problemsInEveryLook()).toEqual([])
    await request.getByRole('button', { name: 'Reject', exact: true }).click()
    await request.waitFor({ state: 'detached' })
    const { body } = await app.request('GET', '/api/verify/status?agent_name=pretender')
    expect(body).toMatchObject({ status: 'rejected', reason: 'The post does not hold the code.' })
  })

  test('the operator of a service without a secret is told so, and no other failure is taken for that', async () => {
    await visit('/operator')
    await page.route('**/api/admin/overview', (route) => route.fulfill({ status: 404, json: { error: 'Nothing.', code: 'not_found' } }))
    await page.getByLabel('ADMIN_SECRET').fill(secret)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('This service runs without ADMIN_SECRET').waitFor()
    await page.unroute('**/api/admin/overview')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('textbox', { name: 'Slug of a tool' }).fill('no-such-tool')
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    const refusal = page.getByRole('alert').getByText('no-such-tool')
    await expect.poll(async () => ((await refusal.boundingBox())?.y ?? -1) >= 0).toBe(true)
  })

  test('an operation is tried out from its description', async () => {
    await visit('/guide/api')
    await page.getByText('GET /api/skills/{slug}', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Try get_skill' })
    await form.getByRole('textbox', { name: 'slug' }).fill('exa-mcp-server')
    await form.getByRole('button', { name: 'Try it' }).click()
    await form.getByText('"canonical_name": "Exa"').waitFor()
    await expect.poll(() => form.getByText('Status 200').isVisible()).toBe(true)
    await expect.poll(() => page.url()).toContain('op=get_skill')
  })

  test('an operation is found by a word, and an address that names one leads to it', async () => {
    await visit('/guide/api')
    const operations = page.locator('summary')
    const all = await operations.count()
    await page.getByRole('textbox', { name: 'Find an operation' }).fill('medal badge')
    await expect.poll(() => operations.count()).toBe(1)
    await page.getByRole('textbox', { name: 'Find an operation' }).fill('no such thing')
    await page.getByText('No operation is about that.').waitFor()
    await page.getByRole('textbox', { name: 'Find an operation' }).fill('')
    await expect.poll(() => operations.count()).toBe(all)
    await visit('/guide/api?op=live')
    const form = page.getByRole('form', { name: 'Try live' })
    await expect.poll(async () => ((await form.boundingBox())?.y ?? desktop.height) < desktop.height).toBe(true)
  })

  test('every operation of the guide leads to its fields in the reference, and back', async () => {
    await visit('/guide/api')
    const operations = page.locator('.operation')
    await operations.evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true
    })
    const fields = page.getByRole('link', { name: 'Every field' })
    await expect.poll(() => fields.count()).toBe(await operations.count())
    const places = await fields.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).hash.slice(1)))
    await visit('/docs')
    const sections = await page.locator('main > section[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(places.filter((place) => !sections.includes(place))).toEqual([])
    await page.locator('#compare_skills').getByRole('link', { name: 'Try it' }).click()
    await page.getByRole('form', { name: 'Try compare_skills' }).waitFor()
  })

  test('on a phone the notes of the reference stand under their field, with nothing beyond the edge', async () => {
    await visit('/docs', phone)
    const cut = await page.locator('.table').evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth).length)
    expect(cut).toBe(0)
    const cells = page.locator('#route tbody tr').first().locator('td')
    const [field, notes] = [await cells.first().boundingBox(), await cells.last().boundingBox()]
    expect(notes?.x).toBe(field?.x)
    expect(notes?.y).toBeGreaterThan(field?.y ?? 0)
    await page.setViewportSize({ width: 320, height: 600 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByRole('link', { name: 'Models', exact: true }).click()
    await page.getByRole('heading', { name: 'Models', exact: true }).waitFor()
  })

  test('the edge of a field is plain to see, in the light and the dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await visit('/tools')
      const [edge, inside] = await page.getByRole('searchbox').evaluate((box) => {
        const { borderTopColor, backgroundColor } = getComputedStyle(box)
        return [borderTopColor, backgroundColor]
      })
      expect(contrast(edge ?? '', inside ?? ''), colorScheme).toBeGreaterThan(3)
    }
  })

  test('where the system chooses the colours, the page one is on and the chosen tab still stand out, and a button is one', async () => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
    await visit('/guide/connect')
    const underlined = await page.locator('.top nav a').evaluateAll((links) => {
      const paper = getComputedStyle(document.body).backgroundColor
      return links.filter((link) => getComputedStyle(link).borderBottomColor !== paper).map((link) => link.textContent)
    })
    const styleOf = (name: string, property: string) =>
      page.getByRole('tab', { name }).evaluate((tab, wanted) => getComputedStyle(tab).getPropertyValue(wanted), property)
    const [chosen, other] = [await styleOf('Claude Code', 'outline-style'), await styleOf('Cursor', 'outline-style')]
    const edge = await page
      .getByRole('button', { name: 'Copy' })
      .first()
      .evaluate((button) => getComputedStyle(button).borderTopWidth)
    await page.emulateMedia({ forcedColors: 'none' })
    expect(underlined).toEqual(['Guide'])
    expect([chosen, other, edge]).toEqual(['solid', 'none', '1px'])
  })

  test.each([1440, 768])('the first calls of the guide are seen whole at %i pixels', async (width) => {
    await visit('/guide', { width, height: 900 })
    const cut = await page.locator('.scroll').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(cut).toBe(0)
  })

  test('on paper the table of models is whole', async () => {
    const paper = { width: 794, height: 1123 }
    await visit('/models', paper)
    await page.emulateMedia({ media: 'print' })
    const [table, named] = [
      await page.locator('.models').boundingBox(),
      await page.getByRole('columnheader', { name: 'Quality' }).isVisible(),
    ]
    await page.emulateMedia({ media: 'screen' })
    expect((table?.x ?? 0) + (table?.width ?? paper.width)).toBeLessThan(paper.width)
    expect(named).toBe(true)
  })

  test('on paper there is nothing to press, and all of the code', async () => {
    await visit('/guide')
    await page.emulateMedia({ media: 'print' })
    const pressable = await page
      .locator('main button, .top nav, .bottom')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
    const cut = await page.locator('.scroll').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    await page.emulateMedia({ media: 'screen' })
    expect([pressable, cut]).toEqual([0, 0])
  })

  test('the keyboard alone goes past the links to the content, and on to the next page', async () => {
    await visit('/tools')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Skip to the content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    await page.getByRole('link', { name: 'Models' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Models', exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  test('past the links is no other address, so that an answer stays', async () => {
    await visit('/#task=Write%20a%20bedtime%20story')
    const address = page.url()
    await page.getByRole('link', { name: 'Skip to the content' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await expect.poll(() => page.url()).toBe(address)
    await expect.poll(() => page.getByText('A model alone will do').isVisible()).toBe(true)
  })

  test('without the service every page says so, and trying again helps', async () => {
    await visit('/')
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('textbox', { name: 'Task' }).fill('anything')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByRole('link', { name: 'Your agent' }).click()
    await page.getByRole('textbox', { name: 'Name or identity' }).fill('page-walker')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'This agent did not load' }).waitFor()
    await expect.poll(() => page.title()).toBe('This agent did not load · Waymark')
    for (const name of ['Models', 'Missions', 'Challenges']) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
      await page.getByRole('alert').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    }
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('article').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  test('what is not there is said on a page, and as an error to programs', async () => {
    await visit('/tools/exa-mcp-servr')
    await expect.poll(() => page.getByRole('heading', { name: 'No such tool' }).isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('link', { name: 'Search the tools' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Exa', exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await visit('/compare?tools=exa-mcp-server,no-tool-of-this-name')
    await page.getByRole('alert').getByText('no tool “no-tool-of-this-name”. Remove it').waitFor()
    await visit('/guide/no-such-topic')
    await expect.poll(() => page.getByRole('heading', { name: 'No such topic' }).isVisible()).toBe(true)
    for (const [path, label] of [
      ['/missions?event=no-such-event', 'Event'],
      ['/challenges?category=no-such-event', 'Category'],
    ] as const) {
      await visit(path)
      await expect.poll(() => page.getByRole('combobox', { name: label }).locator('option:checked').textContent()).toBe('No such event')
    }
    await visit('/tools?vertical=no-such-vertical')
    await page.getByRole('alert').getByText('no-such-vertical').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await visit('/no/such/page')
    await expect.poll(() => page.getByRole('heading', { name: 'No such page' }).isVisible()).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    const { status, body } = await app.request('GET', '/no/such/page')
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect((await app.request('GET', '/api/nothing', undefined, { accept: 'text/html' })).body.code).toBe('not_found')
  })
})
