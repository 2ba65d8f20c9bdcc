import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'

const trimmed = (path: string) => path.replace(/\/+$/, '') || '/'

type Change = Record<string, string | undefined>
type Address = {
  query: Record<string, string>
  /** For a choice: the back button takes it back. */
  setQuery: (change: Change) => void
  /** For what changes with every key, or is no step of its own. */
  refineQuery: (change: Change) => void
}

/** The part of the address after the question mark, as page state that can be shared. */
export function useQuery(): Address {
  const { path, query, route } = useLocation()
  const [home] = useState(path)
  const apply = (change: Change, replace: boolean) => {
    // The router keeps a page up while the next one loads: a change that comes late must not lead back.
    if (trimmed(location.pathname) !== home) return
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    const text = next.toString()
    route(text ? `${home}?${text}` : home, replace)
  }
  return {
    query: path === home ? query : {},
    setQuery: (change) => apply(change, false),
    refineQuery: (change) => apply(change, true),
  }
}
