/** Short facts side by side, each under its name. */
export function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl class="signals">
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
