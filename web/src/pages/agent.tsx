import { useRoute } from 'preact-iso'
import type { Output } from '../../../sdk/src/transport.ts'
import { AgentMemory } from '../parts/agent-memory.tsx'
import { Bar } from '../parts/bar.tsx'
import { Facts } from '../parts/facts.tsx'
import { RankRow } from '../parts/rank-row.tsx'
import { Await, Empty, Missing } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { formatDate, formatNumber, wordsOf } from '../words.ts'

export function AgentPage() {
  const { id = '' } = useRoute().params
  const answered = useAnswer(id, async () => {
    const agent_identity_id = await identityOf(id)
    return Promise.all([ask('agent_status', { agent_identity_id }), ask('agent_dashboard', { agent_identity_id })])
  })
  return (
    <section class="page">
      <Await answered={answered} missing={<NoSuchAgent who={id} />} whole="This agent">
        {([status, dashboard]) => <Found key={status.agent_identity_id} status={status} dashboard={dashboard} />}
      </Await>
    </section>
  )
}

const identityForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function identityOf(who: string): Promise<string> {
  if (identityForm.test(who)) return who
  // Registering a name that nobody has would make an agent, so it is looked for first.
  await ask('verification_status', { agent_name: who })
  return (await ask('register_agent', { agent_name: who })).agent_identity_id
}

function NoSuchAgent({ who }: { who: string }) {
  return (
    <Missing title="No such agent">
      <p>
        No agent is registered here under “<bdi>{who}</bdi>”. <a href="/agents">Look for another</a>, or{' '}
        <a href="/guide">register one in three minutes</a>.
      </p>
    </Missing>
  )
}

type Status = Output<'agent_status'>
type Dashboard = Output<'agent_dashboard'>

function Found({ status, dashboard }: { status: Status; dashboard: Dashboard }) {
  useTitle(status.agent_name)
  return (
    <>
      <header class="page-head">
        <h1>
          <bdi>{status.agent_name}</bdi>
        </h1>
        <p>
          <span class="tag">{dashboard.agent.trust_tier}</span> registered {formatDate(status.registered_at)}
        </p>
      </header>
      <div class="grid two">
        <Balance dashboard={dashboard} />
        <Activity status={status} />
        <Progress status={status} />
        <Health status={status} />
        <AgentMemory id={status.agent_identity_id} />
        <Rewards dashboard={dashboard} />
      </div>
    </>
  )
}

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
      <p>
        <a href="/guide/credits">What earns them</a>
      </p>
    </section>
  )
}

function Progress({ status: { trust_tier_progress: progress } }: { status: Status }) {
  return (
    <section class="card">
      <h2>Trust tier</h2>
      <Bar
        label={wordsOf(progress.current)}
        value={progress.current_trust_score}
        most={progress.next_tier_at_trust_score ?? 100}
        shown={`${formatNumber(progress.current_trust_score)} of ${progress.next_tier_at_trust_score ?? 100}`}
      />
      <p>{progress.hint}</p>
      {progress.shadow_mode && <p class="warn-text">In shadow mode: reports are kept but do not count for others.</p>}
      <ul class="reasons">
        {progress.requirements.map((requirement) => (
          <li>{requirement}</li>
        ))}
      </ul>
      <p>
        <a href="/guide/trust">Whose word counts</a> · <a href="/verify">Get verified</a>
      </p>
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
      <Facts facts={facts} />
    </section>
  )
}

function Health({ status: { integration_health: health, activity_30d } }: { status: Status }) {
  return (
    <section class="card">
      <h2>Integration</h2>
      {health.checks.length === 0 ? (
        <p>{activity_30d.last_activity_at ? 'All is well.' : 'No calls yet, so there is nothing to check.'}</p>
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

function Rewards({ dashboard: { recent_rewards } }: { dashboard: Dashboard }) {
  return (
    <section class="card">
      <h2>Recent rewards</h2>
      {recent_rewards.length === 0 ? (
        <Empty>No rewards yet. Report an outcome to earn the first.</Empty>
      ) : (
        <ul class="ranks">
          {recent_rewards.map((entry) => (
            <RankRow figure={`+${formatNumber(entry.routing_credits, 2)}`}>
              {wordsOf(entry.kind)} <small>{formatDate(entry.created_at)}</small>
            </RankRow>
          ))}
        </ul>
      )}
    </section>
  )
}
