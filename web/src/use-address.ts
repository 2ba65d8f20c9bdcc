import { useLocation } from 'preact-iso'

/** The part of the address after the question mark, as page state: shareable, and the back button works. */
export function useQuery(): { query: Record<string, string>; setQuery: (change: Record<string, string | undefined>) => void } {
  const { path, query, route } = useLocation()
  const setQuery = (change: Record<string, string | undefined>) => {
    const next = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, ...change })) if (value) next.set(name, value)
    const text = next.toString()
    route(text ? `${path}?${text}` : path, true)
  }
  return { query, setQuery }
}
