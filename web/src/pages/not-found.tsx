import { Missing } from '../parts/states.tsx'

export function NotFound() {
  return (
    <Missing title="No such page">
      <p>
        Nothing is marked here. <a href="/">Ask for a route</a> or <a href="/tools">search the tools</a>.
      </p>
    </Missing>
  )
}
