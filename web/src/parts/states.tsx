import type { ComponentChildren } from 'preact'
import type { Answered } from '../use-answer.ts'

/** Loading, failed and ready, the same on every page. */
export function Await<T>({ answered, children }: { answered: Answered<T>; children: (value: T) => ComponentChildren }) {
  if (answered.state === 'loading')
    return (
      <p class="quiet" role="status">
        Loading…
      </p>
    )
  if (answered.state === 'ready') return <>{children(answered.value)}</>
  return (
    <div class="notice" role="alert">
      <p>{answered.error.message}</p>
      <button type="button" onClick={answered.retry}>
        Try again
      </button>
    </div>
  )
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="quiet empty">{children}</p>
}
