import { useState } from 'preact/hooks'
import { createWaymark, type Waymark } from '../../../sdk/src/client.ts'
import { Field } from '../parts/field.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { formatDate } from '../words.ts'

export function Operator() {
  useTitle('Operator')
  const [secret, setSecret] = useState('')
  const [opened, setOpened] = useState<Waymark>()
  return (
    <section class="page">
      <h1>Operator</h1>
      {opened ? (
        <Desk waymark={opened} />
      ) : (
        <form
          class="card stack narrow"
          onSubmit={(event) => {
            event.preventDefault()
            setOpened(createWaymark({ baseUrl: location.origin, agentIdentityId: secret, timeoutMs: 15_000 }))
          }}
        >
          <Field
            label="ADMIN_SECRET"
            secret
            value={secret}
            onInput={setSecret}
            hint="Kept in this page alone, and gone when you leave it"
          />
          <button type="submit">Open</button>
        </form>
      )}
    </section>
  )
}

function Desk({ waymark }: { waymark: Waymark }) {
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState('')
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
      setProblem('')
      setRound(round + 1)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return (
    <>
      {problem && (
        <div class="notice" role="alert">
          <p>{problem}</p>
        </div>
      )}
      <div class="grid">
        <Queue key={`queue ${round}`} waymark={waymark} act={act} />
        <Quarantine key={`quarantine ${round}`} waymark={waymark} act={act} />
      </div>
    </>
  )
}

type Part = { waymark: Waymark; act: (work: () => Promise<unknown>) => Promise<void> }

function Queue({ waymark, act }: Part) {
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
              {waiting.map((request) => (
                <li class="row">
                  <div>
                    <strong>{request.agent_name}</strong> {request.x_handle}
                    <p class="quiet">
                      code <code>{request.code}</code> {request.submitted_at && `· ${formatDate(request.submitted_at)}`}
                    </p>
                  </div>
                  <div class="buttons">
                    <button
                      type="button"
                      class="small"
                      onClick={() => act(() => waymark.call('approve_verification', { id: request.verification_id }))}
                    >
                      Approve
                    </button>
                    <button
                      type="button"
                      class="small plain"
                      onClick={() =>
                        act(() => waymark.call('reject_verification', { id: request.verification_id, reason: 'The post was not found.' }))
                      }
                    >
                      Reject
                    </button>
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

function Quarantine({ waymark, act }: Part) {
  const answered = useAnswer('quarantine', () => waymark.call('admin_list_skills', { status: 'quarantined', limit: 50 }))
  return (
    <section class="card wide">
      <h2>Quarantined entries</h2>
      <Await answered={answered}>
        {({ entries: skills }) =>
          skills.length === 0 ? (
            <Empty>Nothing is quarantined.</Empty>
          ) : (
            <ul class="rows">
              {skills.map((skill) => (
                <li class="row">
                  <div>
                    <strong>{skill.slug}</strong>
                    <p class="quiet">{skill.description}</p>
                  </div>
                  <div class="buttons">
                    <button
                      type="button"
                      class="small"
                      onClick={() => act(() => waymark.call('admin_decide_skill', { slug: skill.slug, action: 'release' }))}
                    >
                      Release
                    </button>
                    <button
                      type="button"
                      class="small plain"
                      onClick={() => act(() => waymark.call('admin_decide_skill', { slug: skill.slug, action: 'ban' }))}
                    >
                      Ban
                    </button>
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
