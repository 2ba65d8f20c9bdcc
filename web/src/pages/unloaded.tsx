import { Missing } from '../parts/states.tsx'

export function Unloaded() {
  return (
    <Missing title="This page did not load">
      <p>The connection may be down, or the service has been renewed since you came.</p>
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </Missing>
  )
}
