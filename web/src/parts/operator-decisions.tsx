import { useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { useAnswer } from '../use-answer.ts'
import { formatDate } from '../words.ts'
import type { Desk } from './desk.ts'
import { Field } from './field.tsx'
import { Await, Empty } from './states.tsx'

type Overview = Output<'operator_overview'>

export function Queue({ waymark, act }: Desk) {
  const answered = useAnswer('queue', () => waymark.call('list_verifications', {}))
  return (
    <section class="card wide">
      <h2>Verification requests</h2>
      <Await answered={answered}>
        {({ verifications }) => {
          const waiting = verifications.filter(({ status }) => status === 'submitted')
          if (waiting.length === 0) return <Empty>No request is waiting.</Empty>
          return (
            <ul class="rows">
              {waiting.map(({ verification_id: id, ...request }) => (
                <li class="row" key={id}>
                  <div>
                    <strong>{request.agent_name}</strong> {request.x_handle}
                    <p class="quiet">
                      code <code>{request.code}</code> {request.submitted_at && `· ${formatDate(request.submitted_at)}`}
                    </p>
                  </div>
                  <div class="buttons">
                    <Small onClick={() => act(() => waymark.call('approve_verification', { id }))}>Approve</Small>
                    <Small plain onClick={() => act(() => waymark.call('reject_verification', { id, reason: 'The post was not found.' }))}>
                      Reject
                    </Small>
                  </div>
                </li>
              ))}
            </ul>
          )
        }}
      </Await>
    </section>
  )
}

export function Quarantine({ waymark, act }: Desk) {
  const answered = useAnswer('quarantine', () => waymark.call('admin_list_skills', { status: 'quarantined', limit: 50 }))
  return (
    <section class="card wide">
      <h2>Quarantined entries</h2>
      <Await answered={answered}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty>Nothing is quarantined.</Empty>
          ) : (
            <ul class="rows">
              {entries.map(({ slug, description, status_reason }) => (
                <li class="row" key={slug}>
                  <div>
                    <strong>{slug}</strong>
                    <p class="quiet">{status_reason ?? description}</p>
                  </div>
                  <div class="buttons">
                    <Small onClick={() => act(() => waymark.call('admin_decide_skill', { slug, action: 'release' }))}>Release</Small>
                    <Small plain onClick={() => act(() => waymark.call('admin_decide_skill', { slug, action: 'ban' }))}>
                      Ban
                    </Small>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Await>
    </section>
  )
}

export function PinsAndBans({ overview: { pinned, banned }, waymark, act }: Desk & { overview: Overview }) {
  const [slug, setSlug] = useState('')
  const decide = (chosen: string, action: 'pin' | 'unpin' | 'ban' | 'unban') =>
    act(() => waymark.call('admin_decide_skill', { slug: chosen.trim(), action }))
  return (
    <section class="card wide">
      <h2>Pins and bans</h2>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <Field label="Slug of a tool" value={slug} onInput={setSlug} hint="A pinned tool wins among equals; a banned one is never named" />
        <div class="buttons">
          <Small onClick={() => decide(slug, 'pin')}>Pin</Small>
          <Small plain onClick={() => decide(slug, 'ban')}>
            Ban
          </Small>
        </div>
      </form>
      {pinned.length + banned.length === 0 ? (
        <Empty>Nothing is pinned or banned.</Empty>
      ) : (
        <ul class="rows">
          {[
            ...pinned.map((entry) => ({ ...entry, mark: 'pinned', back: 'unpin' as const })),
            ...banned.map((entry) => ({ ...entry, mark: 'banned', back: 'unban' as const })),
          ].map((entry) => (
            <li class="row" key={`${entry.mark} ${entry.slug}`}>
              <div>
                {entry.canonical_name} <span class={entry.mark === 'banned' ? 'tag warn' : 'tag'}>{entry.mark}</span>
                {entry.reason && <p class="quiet">{entry.reason}</p>}
              </div>
              <Small plain onClick={() => decide(entry.slug, entry.back)}>
                {entry.back === 'unpin' ? 'Unpin' : 'Unban'}
              </Small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Small({ onClick, plain = false, children }: { onClick: () => void; plain?: boolean; children: string }) {
  return (
    <button type="button" class={plain ? 'small plain' : 'small'} onClick={onClick}>
      {children}
    </button>
  )
}
