import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

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
  return chromium.launch({ executablePath: await packaged.executablePath(), args: packaged.args })
}

export const hasBrowser =
  (process.arch === 'x64' && process.platform === 'linux') ||
  process.env.WAYMARK_CHROMIUM !== undefined ||
  installed.some((path) => existsSync(path))
