import { useRef, useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { useAnswer } from '../use-answer.ts'
import { Field } from './field.tsx'
import type { OperatorParts } from './operator-parts.ts'
import { SmallButton } from './small-button.tsx'
import { Await, Empty } from './states.tsx'

type Overview = Output<'operator_overview'>

export function Quarantine({ waymark, act, round }: OperatorParts) {
  const answered = useAnswer(`quarantine ${round}`, () => waymark.call('admin_list_skills', { status: 'quarantined', limit: 50 }))
  return (
    <section class="card wide" tabIndex={-1}>
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
                    {status_reason && <p class="warn-text">{status_reason}</p>}
                    <p class="quiet" dir="auto">
                      {description}
                    </p>
                  </div>
                  <div class="buttons">
                    <SmallButton about={slug} onClick={() => act(() => waymark.call('admin_decide_skill', { slug, action: 'release' }))}>
                      Release
                    </SmallButton>
                    <SmallButton plain about={slug} onClick={() => act(() => waymark.call('admin_decide_skill', { slug, action: 'ban' }))}>
                      Ban
                    </SmallButton>
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

export function PinsAndBans({ overview: { pinned, banned }, waymark, act }: OperatorParts & { overview: Overview }) {
  const [slug, setSlug] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const decide = (chosen: string, action: 'pin' | 'unpin' | 'ban' | 'unban') =>
    act(() => waymark.call('admin_decide_skill', { slug: chosen.trim(), action }))
  const decideTyped = (action: 'pin' | 'ban') => form.current?.reportValidity() && decide(slug, action)
  return (
    <section class="card wide" tabIndex={-1}>
      <h2>Pins and bans</h2>
      <form class="stack" ref={form} onSubmit={(event) => event.preventDefault()}>
        <Field
          label="Slug of a tool"
          value={slug}
          onInput={setSlug}
          hint="A pinned tool wins among equals; a banned one is never recommended"
          needs={{ least: 1, most: 128 }}
        />
        <div class="buttons">
          <SmallButton onClick={() => decideTyped('pin')}>Pin</SmallButton>
          <SmallButton plain onClick={() => decideTyped('ban')}>
            Ban
          </SmallButton>
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
                <bdi>{entry.canonical_name}</bdi> <span class={entry.mark === 'banned' ? 'tag warn' : 'tag'}>{entry.mark}</span>
                {entry.reason && (
                  <p class="quiet" dir="auto">
                    {entry.reason}
                  </p>
                )}
              </div>
              <SmallButton plain about={entry.canonical_name} onClick={() => decide(entry.slug, entry.back)}>
                {entry.back === 'unpin' ? 'Unpin' : 'Unban'}
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
