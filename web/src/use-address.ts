import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'

const trimmed = (path: string) => path.replace(/\/+$/, '') || '/'

/** The part of the address after the question mark, as page state: shareable, and the back button works. */
export function useQuery(): { query: Record<string, string>; setQuery: (change: Record<string, string | undefined>) => void } {
  const { path, query, route } = useLocation()
  const [home] = useState(path)
  const setQuery = (change: Record<string, string | undefined>) => {
    // The router keeps a page up while the next one loads: a change that comes late must not lead back.
    if (trimmed(location.pathname) !== home) return
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const text = next.toString()
    route(text ? `${home}?${text}` : home, true)
  }
  return { query: path === home ? query : {}, setQuery }
}
