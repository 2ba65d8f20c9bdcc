import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../parts/field.tsx'
import { useTitle } from '../use-title.ts'

export function Agents() {
  useTitle('Your agent')
  const { route } = useLocation()
  const [id, setId] = useState('')
  return (
    <section class="page narrow">
      <h1>Your agent</h1>
      <p class="lead">Balance, rewards, trust tier, what it remembers, and whether it is integrated well.</p>
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (id.trim()) route(`/agents/${encodeURIComponent(id.trim())}`)
        }}
      >
        <Field label="Agent identity" value={id} onInput={setId} hint="The agent_identity_id you got when you registered" />
        <button type="submit">Show it</button>
      </form>
      <p class="quiet">
        No identity yet? <a href="/guide">Register in three minutes</a>.
      </p>
    </section>
  )
}
