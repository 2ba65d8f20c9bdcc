import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { pageLinks } from '../../../src/faces/page-links.ts'
import { goToContent } from '../content.ts'

const moreLinks = [
  ['/guide/api', 'API reference'],
  ['/agents', 'Your agent'],
  ['/verify', 'Verification'],
  ['/guide/self-hosting', 'Self-hosting'],
  ['/operator', 'Operator'],
] as const

const isOn = (path: string, href: string) => path === href || path.startsWith(`${href}/`)

/** Without going to that address: its hash has to stay the task's. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
  goToContent()
}

/** The frame around every page. */
export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useLocation()
  return (
    <>
      <a class="skip" href={`${path}#content`} onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        {/* On the first page the browser loads it anew, so that a task and its answer are left behind. */}
        <a class="brand" href="/" onClick={(event) => path === '/' && event.stopPropagation()}>
          <img src="/favicon.svg" alt="" width="28" height="28" /> Waymark
        </a>
        <nav aria-label="Pages">
          {pageLinks.map(([href, label]) => (
            <a href={href} aria-current={isOn(path, href) || (href === '/tools' && path === '/compare') ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer class="bottom">
        <span>Waymark recommends; it never executes.</span>
        <nav aria-label="More">
          {moreLinks.map(([href, label]) => (
            <a href={href} aria-current={isOn(path, href) ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </footer>
    </>
  )
}
