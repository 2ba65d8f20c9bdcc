import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../parts/field.tsx'
import { useTitle } from '../use-title.ts'

export function Agents() {
  useTitle('Your agent')
  const { route } = useLocation()
  const [who, setWho] = useState('')
  return (
    <section class="page narrow">
      <h1>Your agent</h1>
      <p class="lead">Balance, rewards, trust tier, what it remembers, and whether it is integrated well.</p>
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (who.trim()) route(`/agents/${encodeURIComponent(who.trim())}`)
        }}
      >
        <Field
          label="Name or identity of the agent"
          value={who}
          onInput={setWho}
          hint="The name it registered under, or the identity it was given"
          needs={{ least: 1, most: 128 }}
        />
        <button type="submit">Show it</button>
      </form>
      <p class="quiet">
        No identity yet? <a href="/guide">Register in three minutes</a>.
      </p>
    </section>
  )
}
