import type { ComponentChildren } from 'preact'
import { WaymarkError } from '../../../sdk/src/client.ts'
import { goToContent } from '../content.ts'
import type { Answered } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'

type Props<T> = {
  answered: Answered<T>
  children: (value: T) => ComponentChildren
  /** What to say when the service knows no such thing; trying again would not help. */
  missing?: ComponentChildren
  /** Where this is the whole page: what it is, so that a failure has a heading and a title. */
  whole?: string
}

/** Loading, failed and ready, the same on every page. */
export function Await<T>({ answered, children, missing, whole }: Props<T>) {
  if (answered.state === 'loading') return <Loading />
  if (answered.state === 'ready') return <>{children(answered.value)}</>
  const { error, retry } = answered
  if (missing && error instanceof WaymarkError && isOfNothing(error)) return <>{missing}</>
  const said = <Failure error={error} retry={retry} />
  if (whole) return <Missing title={`${whole} did not load`}>{said}</Missing>
  return (
    <div class="notice" role="alert">
      {said}
    </div>
  )
}

export function Loading() {
  return (
    <p class="quiet loading" role="status">
      Loading…
    </p>
  )
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <>
      <p>{error.message}</p>
      {!isLasting(error) && (
        <button
          type="button"
          onClick={() => {
            goToContent()
            retry()
          }}
        >
          Try again
        </button>
      )}
    </>
  )
}

/** Nothing is named so, or nothing can be. */
const isOfNothing = ({ status }: WaymarkError) => status === 404 || status === 400

/** A question that the service refuses will be refused again. */
const isLasting = (error: Error) => error instanceof WaymarkError && error.status >= 400 && error.status < 429

/** The page of something that is not there. */
export function Missing({ title, children }: { title: string; children: ComponentChildren }) {
  useTitle(title)
  return (
    <section class="page" role="alert">
      <h1>{title}</h1>
      {children}
    </section>
  )
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="quiet empty">{children}</p>
}
