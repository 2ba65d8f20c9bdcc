import { Missing } from '../parts/states.tsx'

export function NotFound() {
  return (
    <Missing title="No such page">
      <p>
        There is nothing at this address. <a href="/">Ask for a route</a> or <a href="/tools">search the tools</a>.
      </p>
    </Missing>
  )
}
