export function Tool() {
  return (
    <section class="page">
      <h1>Tool</h1>
    </section>
  )
}
