import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A real Chromium: the one named by WAYMARK_CHROMIUM, the one inside the npm package, or one of the machine. The package holds a
 * build for x64 Linux alone, so elsewhere the machine must have one.
 */
export async function launchBrowser(): Promise<Browser> {
  const named =
    process.env.WAYMARK_CHROMIUM ??
    (process.arch === 'x64' && process.platform === 'linux' ? undefined : installed.find((path) => existsSync(path)))
  if (named) return chromium.launch({ executablePath: named, args: quietFlags })
  const { default: packaged } = await import('@sparticuz/chromium')
  // Without the package's own flags: they put all in one process, which ends with the first context, and let pages read across origins.
  return chromium.launch({ executablePath: await packaged.executablePath(), args: quietFlags })
}

export const hasBrowser =
  (process.arch === 'x64' && process.platform === 'linux') ||
  process.env.WAYMARK_CHROMIUM !== undefined ||
  installed.some((path) => existsSync(path))

/** Waits until the page has its heading and nothing on it is still on its way. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1, [role=alert]') && !/Loading…|Reading the task…/.test(document.body.textContent ?? ''),
  )
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules whose findings change with the size of the page or its colours. */
const rulesOfLook = ['color-contrast', 'scrollable-region-focusable', 'target-size']
/** Rows after the first few look like them, and looking at each again would take most of the time. */
const repeated = ['.rows', '.grid', 'tbody'].map((list) => `${list} > :nth-child(n+7)`)

type Checker = { run: (where: object, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }

/** What axe objects to, one line each: everything, or for another look at the same page what that look can change. */
export async function accessibilityProblems(page: Page, what: 'everything' | 'look' = 'everything'): Promise<string[]> {
  // The page's own policy forbids injected scripts, so axe is put in through the debugger.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const [where, options] = what === 'look' ? [{ exclude: repeated }, { runOnly: rulesOfLook }] : [{}, {}]
  return page.evaluate(
    async ([within, chosen]) => {
      const { axe } = globalThis as unknown as { axe: Checker }
      const { violations } = await axe.run({ include: ['html'], ...within }, { resultTypes: ['violations'], ...chosen })
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    [where, options] as const,
  )
}

/** Everything that would bother a visitor in the background, gathered from now on. */
export function gatherProblems(page: Page, base: string): string[] {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
  page.on('requestfailed', (request) => problems.push(`request: ${request.url()}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(base) && !url.startsWith('data:')) problems.push(`foreign: ${url}`)
  })
  return problems
}
