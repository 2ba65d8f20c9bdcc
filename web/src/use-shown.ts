import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

const calm = matchMedia('(prefers-reduced-motion: reduce)')

export function bringIntoView(element: Element | null, block: 'start' | 'nearest'): void {
  element?.scrollIntoView({ block, behavior: calm.matches ? 'instant' : 'smooth' })
}

/** For what appears because somebody asked for it, where it may be out of their sight. */
export function useShown<E extends Element>(what: unknown): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => bringIntoView(element.current, 'nearest'), [what])
  return element
}
