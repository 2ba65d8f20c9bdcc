const patienceMs = 10_000
const takingOver = ['wheel', 'touchstart', 'keydown', 'pointerdown']

/**
 * Going back, the browser restores the place in a page before its list has loaded, when the page is still too short. So it is done here,
 * as soon as the page is long enough.
 */
export function keepPlaces(): void {
  const places = new Map<string, number>()
  let returning: AbortController | undefined
  let page = location.pathname
  addEventListener('scroll', () => {
    page = location.pathname
    if (!returning || returning.signal.aborted) places.set(location.href, scrollY)
  })
  addEventListener('popstate', () => {
    returning?.abort()
    returning = new AbortController()
    const place = places.get(location.href)
    // Where only a choice on the same page is taken back, and nobody scrolled since it was made, the place stays.
    if (place !== undefined || page !== location.pathname) bringTo(place ?? 0, returning)
    else returning.abort()
    page = location.pathname
  })
}

function bringTo(top: number, returning: AbortController): void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < top) return
    scrollTo({ top, behavior: 'instant' })
    // The event of this move is still to come, and says the same.
    returning.abort()
  })
  returning.signal.addEventListener('abort', () => observer.disconnect())
  for (const kind of takingOver) addEventListener(kind, () => returning.abort(), { once: true, signal: returning.signal })
  setTimeout(() => returning.abort(), patienceMs)
  observer.observe(document.body)
}
