import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { desktop, openPages, type Pages, phone } from '../support/pages.ts'

let pages: Pages | undefined
let base: Pages['base']
let page: Pages['page']
let visit: Pages['visit']

beforeAll(async () => {
  if (!hasBrowser) return
  pages = await openPages()
  ;({ base, page, visit } = pages)
}, 120_000)
afterAll(() => pages?.close())

describe.skipIf(!hasBrowser)('the home page, its answers and the guide', () => {
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
    await expect.poll(() => page.title()).toMatch(/^Refund .+ in Stripe · Waymark$/)
    await page.getByRole('link', { name: 'Waymark', exact: true }).click()
    await page.getByRole('list', { name: 'Example tasks' }).waitFor()
    await expect.poll(() => page.title()).toBe('Waymark: the right tool and model for a task')
    await expect.poll(() => page.getByRole('textbox', { name: 'Task' }).inputValue()).toBe('')
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
    await expect.poll(() => page.title()).toBe('Write a bedtime story · Waymark')
    await page.goBack()
    await page.getByRole('list', { name: 'Example tasks' }).waitFor()
    await expect.poll(() => page.title()).toBe('Waymark: the right tool and model for a task')
    await expect.poll(() => page.locator('.answer').count()).toBe(0)
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

  test('on a phone the answer to what is tried out is brought into view', async () => {
    await visit('/guide/api?op=route', phone)
    await page.getByRole('button', { name: 'Try it' }).click()
    const answer = page.getByRole('region', { name: 'Answer of route' })
    await expect.poll(async () => ((await answer.boundingBox())?.y ?? phone.height) < phone.height - 50).toBe(true)
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
})
