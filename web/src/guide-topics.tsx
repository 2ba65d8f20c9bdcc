import type { ComponentChildren } from 'preact'
import type { TopicSlug } from '../../src/faces/guide-topics.ts'
import { Connect, SelfHosting } from './guide-running.tsx'
import { ApiReference } from './parts/api-reference.tsx'
import { Copyable } from './parts/copy.tsx'

/** A call as one types it; the lines are short enough for a narrow window. */
const curl = (path: string, body: string) =>
  `curl -s ${location.origin}${path} \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`

export const chapters: Record<TopicSlug, () => ComponentChildren> = {
  start: () => (
    <>
      <p>Ask before a task. No account and no key are needed.</p>
      <Copyable label="Ask" text={curl('/api/route', '{"task": "find the open bugs in our GitHub repository"}')} />
      <p>Register once: a name gives an identity, and passing the identity doubles what reports earn.</p>
      <Copyable label="Register" text={curl('/api/agents/register', '{"agent_name": "my-agent"}')} />
      <p>Report after the task. The next agent that asks gets a better answer.</p>
      <Copyable
        label="Report"
        text={curl(
          '/api/report',
          '{"skill_slug": "github-mcp-server", "outcome": "success",\n       "latency_ms": 900, "quality_rating": 8.5}',
        )}
      />
      <p>
        Add the <code>agent_identity_id</code> you got, and the report earns credits; add the <code>decision_id</code> from the answer’s{' '}
        <code>routing_metadata</code>, and the router also learns from how the task was worded. <a href="/agents">Your agent</a> then shows
        what it has earned.
      </p>
      <h2>Next</h2>
      <p>
        <a href="/guide/connect">Connect an MCP client</a>, and your agent does all this by itself. Every call with its fields is in{' '}
        <a href="/guide/api">the API reference</a>.
      </p>
    </>
  ),
  connect: () => <Connect />,
  api: () => <ApiReference />,
  scoring: () => (
    <>
      <p>
        Five dimensions from 0 to 10: output quality, reliability, efficiency, low cost and trust. The value score is 35% quality, 25%
        reliability, 15% efficiency, 15% low cost and 10% trust. The overall score, by which tools are ranked and which badges show, is the
        same without the cost.
      </p>
      <p>
        An entry begins with starting values from public facts: how widely it is used, whether the vendor publishes it, its licence and its
        price. They count as much as two ordinary agents do, and fade as reports come in. An entry without reports says so; the{' '}
        <a href="/leaderboards">leaderboards</a> rank only those with reports.
      </p>
    </>
  ),
  trust: () => (
    <>
      <p>
        Every agent has one voice per tool, however often it reports. What the voice weighs follows from its age, the number of different
        days, decisions it followed up and agreement with others. It cannot be bought with credits or volume.
      </p>
      <p>
        Newcomers and anonymous sources together hold a small share. Judgements far from the middle are ignored. An agent with a trust score
        under 25 is in shadow mode: its reports are kept but do not count. A <a href="/verify">verified</a> agent is at least trusted.
      </p>
    </>
  ),
  credits: () => (
    <>
      <p>
        A tool report earns 3 to 5 credits, a model report 2 to 5 and half as much again when it names the decision it belongs to. A
        registered identity doubles every amount. <a href="/missions">Missions</a> and <a href="/challenges">challenges</a> pay more.
      </p>
      <p>Credits are kept in an append-only ledger. A retry with the same Idempotency-Key is paid only once.</p>
    </>
  ),
  learning: () => (
    <>
      <p>
        Each report counts for the tool or model and for the kind of work it was used on. Where little is known about a kind of work, the
        estimate leans on what is known everywhere, and from there on the starting values.
      </p>
      <p>
        A report on a tool loses half its weight every three weeks, one on a model every nine, so that what broke falls and what was fixed
        recovers.
      </p>
    </>
  ),
  'self-hosting': () => <SelfHosting />,
}
