export function NotFound() {
  return (
    <section class="page">
      <h1>No such page</h1>
      <p>
        Nothing is marked here. <a href="/">Ask for a route</a> or <a href="/tools">search the tools</a>.
      </p>
    </section>
  )
}
