const patienceMs = 10_000
const takingOver = ['wheel', 'touchstart', 'keydown', 'pointerdown']

/** A list comes after its page, too late for the browser to bring back a visitor to where they were in it: done here once it is long enough. */
export function keepPlaces(): void {
  const places = new Map<string, number>()
  let returning: AbortController | undefined
  addEventListener('scroll', () => {
    if (!returning || returning.signal.aborted) places.set(location.href, scrollY)
  })
  addEventListener('popstate', () => {
    returning?.abort()
    returning = new AbortController()
    bringTo(places.get(location.href) ?? 0, returning)
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
