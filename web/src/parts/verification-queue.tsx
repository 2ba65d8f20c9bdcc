import { useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { useAnswer } from '../use-answer.ts'
import { formatDate } from '../words.ts'
import { Field } from './field.tsx'
import type { OperatorParts } from './operator-parts.ts'
import { SmallButton } from './small-button.tsx'
import { Await, Empty } from './states.tsx'

type Request = Output<'list_verifications'>['verifications'][number]

export function VerificationQueue(parts: OperatorParts) {
  const { waymark, round } = parts
  const answered = useAnswer(`queue ${round}`, () => waymark.call('list_verifications', { status: 'submitted' }))
  return (
    <section class="card wide" tabIndex={-1}>
      <h2>Verification requests</h2>
      <Await answered={answered}>
        {({ verifications, total }) =>
          total === 0 ? (
            <Empty>No request is waiting.</Empty>
          ) : (
            <>
              <ul class="rows">
                {verifications.map((request) => (
                  <WaitingRequest key={request.verification_id} request={request} {...parts} />
                ))}
              </ul>
              {total > verifications.length && (
                <p class="quiet">
                  The oldest {verifications.length} of {total}.
                </p>
              )}
            </>
          )
        }
      </Await>
    </section>
  )
}

function WaitingRequest({ request, waymark, act }: OperatorParts & { request: Request }) {
  const [rejecting, setRejecting] = useState(false)
  const { verification_id: id } = request
  return (
    <li class="row">
      <div class="stack">
        <Claim request={request} />
        {rejecting && (
          <Rejection
            onReject={(reason) => act(() => waymark.call('reject_verification', { id, reason }))}
            onCancel={() => setRejecting(false)}
          />
        )}
      </div>
      {!rejecting && (
        <div class="buttons">
          <SmallButton about={request.agent_name} onClick={() => act(() => waymark.call('approve_verification', { id }))}>
            Approve
          </SmallButton>
          <SmallButton plain about={request.agent_name} onClick={() => setRejecting(true)}>
            Reject…
          </SmallButton>
        </div>
      )}
    </li>
  )
}

const postChecks = {
  found: 'The post was fetched and holds the code and the handle.',
  not_found: 'The post was fetched, but the code or the handle is missing in it.',
  unreachable: 'The post could not be fetched.',
}

/** What an agent says of itself, and what there is to judge it by. */
function Claim({ request }: { request: Request }) {
  const { agent_name, x_handle, agents_with_handle, code, submitted_at, post_url, post_check } = request
  return (
    <div>
      <strong>
        <bdi>{agent_name}</bdi>
      </strong>{' '}
      as <bdi>@{x_handle}</bdi> {agents_with_handle > 1 && <span class="tag warn">{agents_with_handle} agents claim this handle</span>}
      <p class="quiet">
        Code <code>{code}</code>
        {submitted_at && ` · submitted ${formatDate(submitted_at)}`}
      </p>
      <p class="quiet">
        {post_url ? (
          <a class="address" href={post_url} target="_blank" rel="noopener noreferrer">
            {post_url}
          </a>
        ) : (
          'No address of the post was given; look for it under the handle.'
        )}
      </p>
      {post_url && (
        <p class={post_check === 'not_found' || post_check === 'unreachable' ? 'warn-text' : 'quiet'}>
          {post_check ? postChecks[post_check] : 'The post has not been checked automatically.'}
        </p>
      )}
    </div>
  )
}

function Rejection({ onReject, onCancel }: { onReject: (reason: string) => void; onCancel: () => void }) {
  const [reason, setReason] = useState('')
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onReject(reason)
      }}
    >
      <Field
        label="Reason"
        value={reason}
        onInput={setReason}
        hint="The agent will see it, so say what to do better"
        needs={{ least: 3, most: 500 }}
        focused
      />
      <div class="buttons">
        <button type="submit" class="small">
          Reject
        </button>
        <SmallButton plain onClick={onCancel}>
          Cancel
        </SmallButton>
      </div>
    </form>
  )
}
