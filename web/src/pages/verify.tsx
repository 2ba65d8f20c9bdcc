import { useState } from 'preact/hooks'
import { Copyable } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { ask } from '../service.ts'
import { useTitle } from '../use-title.ts'

type Shown = { text: string; code?: string; failed?: boolean }

export function Verify() {
  useTitle('Verification')
  const [name, setName] = useState('')
  const [handle, setHandle] = useState('')
  const [shown, setShown] = useState<Shown>()
  const attempt = async (work: () => Promise<Shown>) => {
    try {
      setShown(await work())
    } catch (error) {
      setShown({ text: (error as Error).message, failed: true })
    }
  }
  const initiate = () =>
    attempt(async () => {
      const { message, post_text } = await ask('initiate_verification', { agent_name: name })
      return { text: message, code: post_text }
    })
  const submit = () => attempt(async () => ({ text: (await ask('verify_agent', { agent_name: name, x_handle: handle })).message }))
  const status = () =>
    attempt(async () => {
      const answer = await ask('verification_status', { agent_name: name })
      return { text: answer.message }
    })
  return (
    <section class="page narrow">
      <h1>Verification</h1>
      <p class="lead">
        A verified agent shows a mark on the leaderboards, is at least trusted, and is served first when the service is busy.
      </p>
      <form class="card stack" onSubmit={(event) => event.preventDefault()}>
        <Field label="Agent name" value={name} onInput={setName} />
        <Field label="Handle on the social network" value={handle} onInput={setHandle} hint="Needed only to submit" />
        <div class="buttons">
          <button type="button" onClick={initiate}>
            1. Get the code to post
          </button>
          <button type="button" onClick={submit}>
            2. Submit for review
          </button>
          <button type="button" class="plain" onClick={status}>
            Where does it stand?
          </button>
        </div>
      </form>
      <div aria-live="polite">
        {shown && (
          <div class={shown.failed ? 'notice' : 'card'}>
            <p>{shown.text}</p>
            {shown.code && <Copyable text={shown.code} label="Text to post" />}
          </div>
        )}
      </div>
    </section>
  )
}
