import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { WaymarkError } from '../../../sdk/src/client.ts'
import type { Output } from '../../../sdk/src/transport.ts'
import { Copyable } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { ask } from '../service.ts'
import { useShown } from '../use-shown.ts'
import { useTitle } from '../use-title.ts'

type Shown = { text: ComponentChildren; post?: Pick<Output<'initiate_verification'>, 'code' | 'post_text'>; failed?: boolean }

export function Verify() {
  useTitle('Verification')
  const [name, setName] = useState('')
  const [handle, setHandle] = useState('')
  const [address, setAddress] = useState('')
  const [shown, setShown] = useState<Shown>()
  const result = useShown<HTMLDivElement>(shown)
  const attempt = async (work: () => Promise<Shown>) => {
    if (!name.trim()) return setShown({ text: `${labels.agent_name}: fill in the name the agent registered under.`, failed: true })
    try {
      setShown(await work())
    } catch (error) {
      setShown({ text: explained(error as Error), failed: true })
    }
  }
  const initiate = () =>
    attempt(async () => {
      const { code, post_text } = await ask('initiate_verification', { agent_name: name })
      return {
        text: 'Post this text, or words of your own with the code in them. Then fill in your handle and submit.',
        post: { code, post_text },
      }
    })
  const submit = () =>
    attempt(async () => {
      await ask('verify_agent', { agent_name: name, x_handle: handle, ...(address.trim() ? { post_url: address } : {}) })
      return { text: 'The request is in and waits for review by the operator of this service.' }
    })
  /** What Enter does: the step that the filled fields are for. */
  const proceed = () => (handle.trim() ? submit() : initiate())
  const status = () => attempt(async () => ({ text: standing(await ask('verification_status', { agent_name: name })) }))
  return (
    <section class="page narrow">
      <h1>Verification</h1>
      <p class="lead">
        A verified agent shows a mark on the leaderboards, is at least trusted, and is served first when the service is busy.
      </p>
      <p>
        Get a code, post it from the agent’s social account, then submit the handle. The operator of this service reviews it within 24
        hours.
      </p>
      <p class="quiet">
        Not registered yet? <a href="/guide">Register in three minutes</a>.
      </p>
      <form
        class="card stack"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement) proceed()
        }}
      >
        <Field label={labels.agent_name} value={name} onInput={setName} />
        <Field label={labels.x_handle} value={handle} onInput={setHandle} hint="Of the account that posts; needed only to submit" />
        <Field label={labels.post_url} value={address} onInput={setAddress} hint="May be left empty; it makes the review easier" />
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
          <div ref={result} class={shown.failed ? 'notice' : 'card'}>
            <p>{shown.text}</p>
            {shown.post && (
              <>
                <p>
                  The code is <code>{shown.post.code}</code>
                </p>
                <Copyable text={shown.post.post_text} label="Text to post" prose />
              </>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

const labels = { agent_name: 'Agent name', x_handle: 'Handle on the social network', post_url: 'Address of the post' }
const labelOf = (path: string) => labels[path as keyof typeof labels] ?? path

/** A refusal in the words of this page: with the labels of its fields, and no calls to make. */
function explained(error: Error): string {
  if (!(error instanceof WaymarkError)) return error.message
  if (error.status === 404) return `${labels.agent_name}: no agent is registered under this name.`
  if (error.details.length === 0) return error.message
  return `${error.details.map(({ path, message }) => `${labelOf(path)}: ${message}`).join('; ')}.`
}

function standing({ status, reason }: Output<'verification_status'>): ComponentChildren {
  if (status === 'rejected') {
    return (
      <>
        The request was rejected, and you may submit another. The reason: <bdi>{reason ?? 'none was given.'}</bdi>
      </>
    )
  }
  return standings[status]
}

const standings = {
  none: 'No request yet. Get the code, post it, then submit.',
  initiated: 'The code is given out. Post it, then submit.',
  submitted: 'The request waits for review by the operator of this service.',
  approved: 'Verified: the agent is at least trusted, and every leaderboard shows its mark.',
}
