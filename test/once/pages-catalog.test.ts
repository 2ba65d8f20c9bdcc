import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { openPages, type Pages, phone, secret } from '../support/pages.ts'

let pages: Pages | undefined
let app: Pages['app']
let base: Pages['base']
let browser: Pages['browser']
let page: Pages['page']
let visit: Pages['visit']

beforeAll(async () => {
  if (!hasBrowser) return
  pages = await openPages()
  ;({ app, base, browser, page, visit } = pages)
}, 120_000)
afterAll(() => pages?.close())

describe.skipIf(!hasBrowser)('tools', () => {
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
          .getByText(/^[\d,]+ tools$/)
          .isVisible(),
      )
      .toBe(true)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  test('nobody is refused for looking for too much, and a tool named twice is one', async () => {
    await visit(`/tools?q=${'email '.repeat(300)}`)
    await page.getByRole('status').getByText(/tool/).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await visit('/compare?tools=exa-mcp-server,exa-mcp-server')
    await page.getByText('Choose two to four tools').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(1)
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
    const all = `${Number(headers['x-total-count']).toLocaleString('en')} tools`
    const said = page.getByRole('status').filter({ hasText: /tools?$/ })
    await expect.poll(() => said.textContent()).toBe(all)
    await page.getByRole('combobox', { name: 'Workflow' }).selectOption({ index: 1 })
    await expect.poll(() => said.textContent()).not.toBe(all)
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

  test('an entry that says more than one can search for has its alternatives all the same', async () => {
    const bearer = { authorization: `Bearer ${secret}` }
    const entry = { slug: 'wordy-mcp', canonical_name: 'Wordy', description: 'Sends an email. '.repeat(75) }
    await app.request('POST', '/api/admin/catalog', entry, bearer)
    await visit('/tools/wordy-mcp')
    await page.getByRole('link', { name: 'Compare it with these side by side' }).waitFor()
    await app.request('DELETE', '/api/admin/catalog/wordy-mcp', undefined, bearer)
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
    const level = page.locator('.card', { has: page.getByText('No clear leader.') })
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
})

describe.skipIf(!hasBrowser)('models', () => {
  test('what was chosen among the models is in the address', async () => {
    await visit('/models?profile=unregulated&without=google,nobody&kind=code')
    await expect.poll(() => page.getByRole('combobox', { name: 'Profile' }).inputValue()).toBe('unregulated')
    await expect.poll(() => page.getByRole('checkbox', { name: 'Google' }).isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'OpenAI' }).uncheck()
    await expect.poll(() => new URL(page.url()).searchParams.get('without')).toBe('google,openai')
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
})
