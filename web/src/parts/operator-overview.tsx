import type { Output } from '../../../sdk/src/transport.ts'
import { formatCount, formatNumber, wordsOf } from '../words.ts'
import { Bar } from './bar.tsx'
import { Empty } from './states.tsx'

type Overview = Output<'operator_overview'>

/** Traffic, what found no tool, the classifier and what moved. */
export function OverviewCards({ overview }: { overview: Overview }) {
  return (
    <>
      <Traffic overview={overview} />
      <Unresolved overview={overview} />
      <Classifier overview={overview} />
      <Movements overview={overview} />
    </>
  )
}

function Traffic({ overview: { traffic } }: { overview: Overview }) {
  const time = (value: number | null) => (value === null ? '–' : `${formatNumber(value)} ms`)
  return (
    <section class="card wide">
      <h2>Traffic and latency</h2>
      <p class="quiet">Of the process that answered, since it started.</p>
      <section class="table-scroll" tabIndex={0} aria-label="Traffic and latency">
        <table>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {['Requests', 'Failed', 'Median', '95th percentile'].map((name) => (
                <th scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {traffic.slice(0, 10).map((line) => (
              <tr>
                <th scope="row">{line.operation}</th>
                <td class="number">{formatCount(line.requests)}</td>
                <td class="number">{formatCount(line.failures)}</td>
                <td class="number">{time(line.p50_ms)}</td>
                <td class="number">{time(line.p95_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Unresolved({ overview: { unresolved, window_days } }: { overview: Overview }) {
  const most = unresolved[0]?.count ?? 1
  return (
    <section class="card">
      <h2>Tasks that found no tool</h2>
      {unresolved.length === 0 ? (
        <Empty>None in {window_days} days.</Empty>
      ) : (
        <>
          <p class="quiet">By kind of work, last {window_days} days.</p>
          {unresolved.map(({ cluster, count }) => (
            <Bar label={wordsOf(cluster.split(':').at(-1) ?? cluster)} value={count} most={most} shown={formatCount(count)} />
          ))}
        </>
      )}
    </section>
  )
}

function Classifier({ overview: { classifier } }: { overview: Overview }) {
  const { answered, late, unanswered } = classifier
  const asked = answered + late + unanswered
  return (
    <section class="card">
      <h2>Classifier</h2>
      {!classifier.configured ? (
        <p>No language model is configured; the built-in understanding reads every task.</p>
      ) : asked === 0 ? (
        <p>{classifier.model} is configured and has not been asked yet.</p>
      ) : (
        <>
          <p>
            {classifier.model} answered {formatCount(answered)} of {formatCount(asked)} tasks in time
            {late > 0 ? `, and ${formatCount(late)} late: those count when the task is asked again` : ''}.
          </p>
          <Bar label="Answered in time" value={answered} most={asked} shown={`${formatNumber((answered / asked) * 100, 0)}%`} />
        </>
      )}
    </section>
  )
}

function Movements({ overview: { movements, window_days } }: { overview: Overview }) {
  return (
    <section class="card wide">
      <h2>Scores that moved</h2>
      {movements.length === 0 ? (
        <Empty>No score moved in {window_days} days.</Empty>
      ) : (
        <ul class="rows">
          {movements.map((moved) => (
            <li class="row">
              <div>
                <a href={`/tools/${moved.slug}`}>
                  <bdi>{moved.canonical_name}</bdi>
                </a>
                <p class="quiet">{moved.causes.join('; ')}</p>
              </div>
              <strong class="number">
                {formatNumber(moved.score_before, 2)} → {formatNumber(moved.score_after, 2)}
              </strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
