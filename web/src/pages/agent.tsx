import { useRoute } from 'preact-iso'
import { createWaymark } from '../../../sdk/src/client.ts'
import type { Output } from '../../../sdk/src/transport.ts'
import { Bar } from '../parts/bar.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { formatDate, formatNumber, wordsOf } from '../words.ts'

export function AgentPage() {
  const { id = '' } = useRoute().params
  useTitle('Agent')
  const answered = useAnswer(id, () =>
    Promise.all([ask('agent_status', { agent_identity_id: id }), ask('agent_dashboard', { agent_identity_id: id })]),
  )
  return (
    <section class="page">
      <Await answered={answered}>
        {([status, dashboard]) => (
          <>
            <header class="page-head">
              <h1>{status.agent_name}</h1>
              <p>
                <span class="tag">{dashboard.agent.trust_tier}</span> registered {formatDate(status.registered_at)}
              </p>
            </header>
            <div class="grid two">
              <Balance dashboard={dashboard} />
              <Progress status={status} />
              <Activity status={status} />
              <Health status={status} />
              <Memory id={id} />
              <Rewards dashboard={dashboard} />
            </div>
          </>
        )}
      </Await>
    </section>
  )
}

type Status = Output<'agent_status'>
type Dashboard = Output<'agent_dashboard'>

function Balance({ dashboard: { balance } }: { dashboard: Dashboard }) {
  return (
    <section class="card">
      <h2>Balance</h2>
      <dl class="facts big">
        <div>
          <dt>Credits</dt>
          <dd>{formatNumber(balance.total_routing_credits, 2)}</dd>
        </div>
        <div>
          <dt>Reputation</dt>
          <dd>{formatNumber(balance.total_reputation_points, 2)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Progress({ status: { trust_tier_progress: progress } }: { status: Status }) {
  return (
    <section class="card">
      <h2>Trust tier</h2>
      <Bar label={wordsOf(progress.current)} value={progress.current_trust_score} most={progress.next_tier_at_trust_score ?? 100} />
      <p>{progress.hint}</p>
      {progress.shadow_mode && <p class="warn-text">In shadow mode: reports are kept but do not count for others.</p>}
      <ul>
        {progress.requirements.map((requirement) => (
          <li>{requirement}</li>
        ))}
      </ul>
    </section>
  )
}

function Activity({ status: { activity_30d: activity } }: { status: Status }) {
  const facts: [string, string][] = [
    ['Routed', String(activity.routing_decisions)],
    ['Reported', String(activity.outcomes_reported)],
    ['Contributions', String(activity.contributions_accepted)],
    ['Success', activity.success_rate_pct === null ? '–' : `${formatNumber(activity.success_rate_pct)}%`],
    ['Quality', activity.avg_verified_quality === null ? '–' : formatNumber(activity.avg_verified_quality)],
    ['Last seen', activity.last_activity_at ? formatDate(activity.last_activity_at) : '–'],
  ]
  return (
    <section class="card">
      <h2>Last 30 days</h2>
      <dl class="signals">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Health({ status: { integration_health: health } }: { status: Status }) {
  return (
    <section class="card">
      <h2>Integration</h2>
      {health.checks.length === 0 ? (
        <p>All is well.</p>
      ) : (
        health.checks.map((check) => (
          <p>
            <span class="tag warn">{check.severity}</span> {check.message}
          </p>
        ))
      )}
    </section>
  )
}

type Cluster = {
  cluster: string
  call_count: number
  success_rate: number | null
  historical_model?: string | null
  historical_skill?: string | null
}

function Memory({ id }: { id: string }) {
  const answered = useAnswer(`memory ${id}`, () =>
    createWaymark({ baseUrl: location.origin, agentIdentityId: id }).call('agent_memory', { agent_identity_id: id }),
  )
  return (
    <section class="card">
      <h2>What it remembers</h2>
      <Await answered={answered}>
        {({ model_memory, skill_memory }) => {
          const clusters = [model_memory, skill_memory].flatMap((memory): Cluster[] =>
            memory && 'top_clusters' in memory ? memory.top_clusters : [],
          )
          return clusters.length === 0 ? (
            <Empty>Fewer than three samples of any kind of work so far.</Empty>
          ) : (
            <ul class="ranks">
              {clusters.map((cluster) => (
                <Remembered cluster={cluster} />
              ))}
            </ul>
          )
        }}
      </Await>
    </section>
  )
}

function Remembered({ cluster }: { cluster: Cluster }) {
  const [tier = '', signal = ''] = cluster.cluster.split(':')
  const served = cluster.historical_skill ?? cluster.historical_model
  const success = cluster.success_rate === null ? '' : ` · ${formatNumber(cluster.success_rate * 100, 0)}% successful`
  return (
    <li>
      <span>
        {wordsOf(signal)} <small>{served ? `best with ${served}` : wordsOf(tier)}</small>
      </span>
      <span>
        {cluster.call_count} {cluster.call_count === 1 ? 'call' : 'calls'}
        {success}
      </span>
    </li>
  )
}

function Rewards({ dashboard: { recent_rewards } }: { dashboard: Dashboard }) {
  return (
    <section class="card">
      <h2>Recent rewards</h2>
      {recent_rewards.length === 0 ? (
        <Empty>No rewards yet. Report an outcome to earn the first.</Empty>
      ) : (
        <ul class="ranks">
          {recent_rewards.map((entry) => (
            <li>
              <span>
                {wordsOf(entry.kind)} <small>{formatDate(entry.created_at)}</small>
              </span>
              <span>+{formatNumber(entry.routing_credits, 2)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
