import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, gatherProblems, hasBrowser, settled } from '../support/browser.ts'
import { desktop, openPages, type Pages, phone } from '../support/pages.ts'

const mostBytesAtFirst = 150_000

let pages: Pages | undefined
let agent: Pages['agent']
let app: Pages['app']
let base: Pages['base']
let browser: Pages['browser']
let page: Pages['page']
let problems: Pages['problems']
let problemsInEveryLook: Pages['problemsInEveryLook']
let visit: Pages['visit']

beforeAll(async () => {
  if (!hasBrowser) return
  pages = await openPages()
  ;({ agent, app, base, browser, page, problems, problemsInEveryLook, visit } = pages)
}, 120_000)
afterAll(() => pages?.close())

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

describe.skipIf(!hasBrowser)('how pages look and behave', () => {
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

  test('a leaderboard is not pushed away by one that comes later', async () => {
    const context = await browser.newContext({ viewport: phone })
    const visitor = await context.newPage()
    const late = Promise.withResolvers<void>()
    await visitor.route('**/api/leaderboards/tools*', async (route) => {
      await late.promise
      await route.continue()
    })
    const agentsCame = visitor.waitForResponse('**/api/leaderboards/agents*')
    await visitor.goto(`${base}/leaderboards`)
    await (await agentsCame).finished()
    const placeOfAgents = () =>
      visitor.getByRole('heading', { name: 'Agents' }).evaluateAll(([found]) => found?.getBoundingClientRect().top)
    const before = await placeOfAgents()
    late.resolve()
    await settled(visitor)
    const after = await placeOfAgents()
    await context.close()
    expect(after).toBeGreaterThan(0)
    expect([undefined, after]).toContain(before)
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

  test.each([
    '/',
    '/#task=Refund%20the%20last%20payment%20in%20Stripe',
    '/tools',
    '/tools/exa-mcp-server',
    '/compare?tools=exa-mcp-server,brave-search-mcp',
    '/missions',
    '/docs',
  ])('%s is as large as the visitor has set, and fits a phone at twice the size', async (path) => {
    const larger = await browser.newPage({ viewport: phone })
    const debuggerOf = await larger.context().newCDPSession(larger)
    await debuggerOf.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await larger.goto(`${base}${path}`)
    await settled(larger)
    const [size, width] = await larger.evaluate(() => [
      getComputedStyle(document.documentElement).fontSize,
      document.documentElement.scrollWidth,
    ])
    await larger.close()
    expect([size, width]).toEqual(['32px', phone.width])
  })

  test('no field makes a phone zoom in when it is touched', async () => {
    const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true })
    const touched = await context.newPage()
    for (const path of ['/', '/tools', '/compare', '/models', '/verify', '/guide/api?op=route']) {
      await touched.goto(`${base}${path}`)
      await settled(touched)
      const fields = touched.locator('input:not([type=checkbox]), select, textarea')
      const sizes = await fields.evaluateAll((all) => all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)))
      expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16)
    }
    await context.close()
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

  test('who asks for more contrast sees the edge of what can be pressed, and no faint text', async () => {
    await page.emulateMedia({ contrast: 'more' })
    await visit('/')
    const [edge, paper, faint, ink] = await page.evaluate(() => {
      const styleOf = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body)
      const { backgroundColor, color } = styleOf('body')
      return [styleOf('.chips button').borderTopColor, backgroundColor, styleOf('.onward').color, color]
    })
    await page.emulateMedia({ contrast: 'no-preference' })
    expect(contrast(edge ?? '', paper ?? '')).toBeGreaterThan(3)
    expect(faint).toBe(ink)
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

  test('the link at the foot to the page one is on says so', async () => {
    await visit('/verify')
    await expect.poll(() => page.locator('.bottom a[aria-current=page]').allTextContents()).toEqual(['Verification'])
    await page.getByRole('link', { name: 'Your agent' }).click()
    await expect.poll(() => page.locator('.bottom a[aria-current=page]').allTextContents()).toEqual(['Your agent'])
  })

  test('the keyboard alone goes past the links of the reference', async () => {
    await visit('/docs')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('OpenAPI 3.1')
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
    await visit('/compare?tools=exa-mcp-server,no-tool,neither')
    await page.getByRole('alert').getByText('no tool “no-tool” and no “neither”. Remove them').waitFor()
    await visit(`/tools/${'long'.repeat(300)}`)
    await page.getByRole('heading', { name: 'No such tool' }).waitFor()
    await visit(`/agents/${'long'.repeat(40)}`)
    await page.getByRole('heading', { name: 'No such agent' }).waitFor()
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
