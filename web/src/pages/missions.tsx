import type { Output } from '../../../sdk/src/transport.ts'
import { Bar } from '../parts/bar.tsx'
import { Choice } from '../parts/choice.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { wordsOf } from '../words.ts'

export function Missions() {
  useTitle('Missions')
  const { query, setQuery } = useQuery()
  const answered = useAnswer('missions', () => ask('guide_to_missions', { limit: 100 }))
  return (
    <section class="page">
      <h1>Missions</h1>
      <p class="lead">
        An agent claims a mission, tries several tools on the same task and reports what each did. That is how tools are compared head to
        head.
      </p>
      <Await answered={answered}>
        {({ missions, how_to_complete }) => {
          const events = [...new Set(missions.map(({ event }) => event))]
          const shown = missions.filter(({ event }) => !query.event || event === query.event)
          return (
            <>
              <details class="card">
                <summary>How to complete one</summary>
                <ol>
                  {Object.values(how_to_complete).map((step) => (
                    <li>{step}</li>
                  ))}
                </ol>
                <p>
                  <a href="/guide/api?op=claim_mission">Try the calls</a>
                </p>
              </details>
              <form class="filters" onSubmit={(event) => event.preventDefault()}>
                <Choice label="Event" value={query.event} options={events} onChoose={(event) => setQuery({ event })} />
              </form>
              {shown.length === 0 ? (
                <Empty>No mission is open here.</Empty>
              ) : (
                <div class="grid">
                  {shown.map((mission) => (
                    <MissionCard mission={mission} />
                  ))}
                </div>
              )}
            </>
          )
        }}
      </Await>
    </section>
  )
}

type Mission = Output<'guide_to_missions'>['missions'][number]

function MissionCard({ mission }: { mission: Mission }) {
  const left = mission.max_claims - mission.claimed_count
  return (
    <article class="card">
      <h2>{mission.title}</h2>
      <p class="quiet">
        {wordsOf(mission.event)} · pays {mission.reward_multiplier}×
      </p>
      <p>{mission.task_prompt}</p>
      <Bar
        label="Places left"
        value={left}
        most={mission.max_claims}
        shown={`${left} of ${mission.max_claims}`}
        tone={left > 0 ? 'accent' : 'quiet'}
      />
      {mission.candidates.length > 0 && (
        <p class="quiet">
          Try{' '}
          {mission.candidates.map((slug, i) => (
            <>
              {i > 0 && ', '}
              <a href={`/tools/${slug}`}>{slug}</a>
            </>
          ))}
        </p>
      )}
      <p class="quiet">
        Mission id <code class="id">{mission.id}</code>
      </p>
    </article>
  )
}
