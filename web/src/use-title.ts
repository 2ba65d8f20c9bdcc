import { useEffect } from 'preact/hooks'

/** Without a title of its own the page is the first one, and has the title that the service sends with it. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Waymark` : 'Waymark: the right tool and model for a task'
  }, [title])
}
