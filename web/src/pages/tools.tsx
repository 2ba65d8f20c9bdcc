export function Tools() {
  return (
    <section class="page">
      <h1>Tools</h1>
    </section>
  )
}
