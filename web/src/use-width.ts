import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The width an element really has, so that a drawing's text keeps its size on a phone. */
export function useWidth<E extends Element>(usual: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(usual)
  useLayoutEffect(() => {
    const observed = element.current
    if (!observed) return
    const take = (found: number) => setWidth(Math.max(240, Math.round(found)))
    take(observed.getBoundingClientRect().width)
    const observer = new ResizeObserver(([entry]) => entry && take(entry.contentRect.width))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
