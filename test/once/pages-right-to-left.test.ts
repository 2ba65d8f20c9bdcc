import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { openPages, type Pages, phone, secret } from '../support/pages.ts'

const agentName = 'סוכן ההזמנות (v2)!'
const tool = {
  slug: 'kahol-mcp',
  canonical_name: 'מערכת ההזמנות (כחול)',
  publisher: 'חברת "כחול" (2)',
  description: 'מנהל הזמנות, לקוחות ומלאי. פועל עם Stripe!',
  choose_when: 'כאשר צריך לבדוק הזמנה (גם ב-WhatsApp).',
  avoid_when: 'לא מתאים לתשלומים חוזרים ב-Stripe.',
  tools: [{ name: 'get_order', description: 'מחזיר הזמנה לפי מספר (ID).' }],
  aliases: ['kahol'],
}

let pages: Pages | undefined
let agent: string
let app: Pages['app']
let page: Pages['page']
let visit: Pages['visit']

beforeAll(async () => {
  if (!hasBrowser) return
  pages = await openPages()
  ;({ app, page, visit } = pages)
  const bearer = { authorization: `Bearer ${secret}` }
  await app.request('POST', '/api/admin/catalog', tool, bearer)
  await app.request('POST', `/api/admin/catalog/${tool.slug}/decide`, { action: 'pin', note: 'נבדק (פעמיים)!' }, bearer)
  agent = await app.register(agentName)
  await app.request('POST', '/api/report', { skill_slug: tool.slug, outcome: 'success', quality_rating: 8, agent_identity_id: agent })
}, 120_000)
afterAll(() => pages?.close())

/** Of the texts that are written from right to left: how many there are, and those that stand as if they were not. */
async function textsOnPage(): Promise<{ count: number; turned: string[] }> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('main *:not(.visually-hidden)')].filter((element) =>
      [...element.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && /[֐-׿]/.test(textContent ?? '')),
    )
    const turned = shown.filter((element) => getComputedStyle(element).direction === 'ltr')
    return { count: shown.length, turned: turned.map(({ textContent }) => textContent ?? '') }
  })
}

describe.skipIf(!hasBrowser)('what is written from right to left', () => {
  test.each([
    [`/tools/${tool.slug}`, 6],
    [`/tools?q=${encodeURIComponent(tool.canonical_name)}`, 2],
    [`/compare?tools=exa-mcp-server,${tool.slug}`, 11],
    ['/leaderboards', 2],
    ['/agents/AGENT', 1],
    [`/agents/${encodeURIComponent('אין כזה!')}`, 1],
    [`/#task=${encodeURIComponent('Look up order 12 in kahol')}`, 2],
    [`/#task=${encodeURIComponent('בדוק הזמנה 12 ב-kahol!')}`, 1],
  ])('is told so on %s', async (path, least) => {
    await visit(path.replace('AGENT', agent), phone)
    await expect.poll(async () => (await textsOnPage()).count).toBeGreaterThanOrEqual(least)
    expect((await textsOnPage()).turned).toEqual([])
  })

  test('is told so in the fields of a form', async () => {
    for (const [path, role, name] of [
      ['/tools', 'searchbox', 'Search'],
      ['/compare', 'searchbox', 'Add a tool'],
      ['/agents', 'textbox', 'Name or identity'],
      ['/verify', 'textbox', 'Agent name'],
    ] as const) {
      await visit(path)
      const field = page.getByRole(role, { name })
      await field.fill(agentName)
      await expect.poll(() => field.evaluate((box) => getComputedStyle(box).direction), { message: path }).toBe('rtl')
    }
  })

  test('is told so on the page of the operator', async () => {
    await visit('/operator')
    await page.getByLabel('ADMIN_SECRET').fill(secret)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('נבדק').waitFor()
    expect((await textsOnPage()).turned).toEqual([])
  })

  test('leaves the English around it as it is', async () => {
    await visit(`/compare?tools=exa-mcp-server,${tool.slug}`)
    const said = page.locator('.highlight p')
    await said.waitFor()
    await expect.poll(() => said.evaluate((text) => getComputedStyle(text).direction)).toBe('ltr')
    await expect.poll(() => said.locator('bdi').allTextContents()).toContain(tool.canonical_name)
  })
})
