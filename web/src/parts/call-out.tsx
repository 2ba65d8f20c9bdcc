import type { ComponentChildren } from 'preact'

export function CallOut({ children }: { children: ComponentChildren }) {
  return <p class="call-out">{children}</p>
}
