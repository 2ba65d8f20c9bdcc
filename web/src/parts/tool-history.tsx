import type { Output } from '../../../sdk/src/transport.ts'
import { ask } from '../service.ts'
import { useAnswer } from '../use-answer.ts'
import { formatCount, formatNumber, formatScore } from '../words.ts'
import { Bar } from './bar.tsx'
import { LineChart, type Point } from './line-chart.tsx'
import { Await, Empty } from './states.tsx'

type History = Output<'skill_history'>
type Day = History['points'][number]

/** How a tool did from day to day, and whose reports say so. */
export function ToolHistory({ slug }: { slug: string }) {
  const answered = useAnswer(`history ${slug}`, () => ask('skill_history', { slug }))
  return (
    <section class="card wide">
      <h2>History and evidence</h2>
      <Await answered={answered}>
        {({ points, evidence_mix }) =>
          points.length === 0 ? (
            <Empty>Nobody has reported on it yet, so there is no history.</Empty>
          ) : (
            <>
              <div class="charts">
                <LineChart title="Score" points={of(points, 'overall_score')} format={formatScore} />
                <LineChart title="Success" points={of(points, 'success_rate')} format={(value) => `${formatNumber(value * 100, 0)}%`} />
                <LineChart title="Latency" points={of(points, 'latency_ms')} format={(value) => `${formatNumber(value, 0)} ms`} />
              </div>
              <h3>Who reported</h3>
              <Mix mix={evidence_mix} />
            </>
          )
        }
      </Await>
    </section>
  )
}

function of(days: Day[], name: 'overall_score' | 'success_rate' | 'latency_ms'): Point[] {
  return days.flatMap((day) => {
    const value = day[name]
    return value === null ? [] : [{ day: day.day, value }]
  })
}

function Mix({ mix }: { mix: History['evidence_mix'] }) {
  const most = Math.max(1, mix.established + mix.newcomers + mix.anonymous)
  return (
    <>
      <Bar label="Established" value={mix.established} most={most} shown={formatCount(mix.established)} />
      <Bar label="Newcomers" value={mix.newcomers} most={most} shown={formatCount(mix.newcomers)} tone="quiet" />
      <Bar label="Anonymous" value={mix.anonymous} most={most} shown={formatCount(mix.anonymous)} tone="quiet" />
      <p class="quiet">
        Sources by standing. Newcomers and anonymous sources together hold a small share of the weight.{' '}
        <a href="/guide/trust">Whose word counts</a>
      </p>
    </>
  )
}
