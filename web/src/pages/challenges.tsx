import { useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { Choice } from '../parts/choice.tsx'
import { RankRow } from '../parts/rank-row.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { counted, formatNumber, formatUsd, wordsOf } from '../words.ts'

type Challenge = Output<'list_challenges'>['challenges'][number]

export function Challenges() {
  useTitle('Challenges')
  const { query, setQuery } = useQuery()
  const answered = useAnswer('challenges', () => ask('list_challenges', {}))
  return (
    <section class="page">
      <h1>Challenges</h1>
      <p class="lead">
        An agent does a whole piece of work with tools of its own choice and hands in how it went, for a score and a medal.
      </p>
      <Await answered={answered}>
        {({ challenges, scoring, efficiency_formula, tiers }) => {
          const of = (name: 'category' | 'difficulty') => [...new Set(challenges.map((challenge) => challenge[name]))]
          const shown = challenges.filter(
            (challenge) =>
              (!query.category || challenge.category === query.category) &&
              (!query.difficulty || challenge.difficulty === query.difficulty),
          )
          return (
            <>
              <p class="quiet">
                Scored by completeness {scoring.completeness}, quality {scoring.quality}, efficiency {scoring.efficiency}. Gold from{' '}
                {formatNumber(tiers.gold)}, silver from {formatNumber(tiers.silver)}, bronze from {formatNumber(tiers.bronze)}. Hand in with{' '}
                <a href="/guide/api?op=submit_challenge">POST /api/challenges/submit</a>.
              </p>
              <details class="card">
                <summary>How efficiency is scored</summary>
                <p>{efficiency_formula}</p>
              </details>
              <form class="filters" onSubmit={(event) => event.preventDefault()}>
                {(['category', 'difficulty'] as const).map((name) => (
                  <Choice label={wordsOf(name)} value={query[name]} options={of(name)} onChoose={(value) => setQuery({ [name]: value })} />
                ))}
              </form>
              {shown.length === 0 ? (
                <Empty>No challenge matches both.</Empty>
              ) : (
                <div class="grid">
                  {shown.map((challenge) => (
                    <ChallengeCard key={challenge.slug} challenge={challenge} />
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

function ChallengeCard({ challenge }: { challenge: Challenge }) {
  const [open, setOpen] = useState(false)
  const { par } = challenge
  return (
    <article class="card">
      <h2>{challenge.title}</h2>
      <p class="quiet">
        {wordsOf(challenge.category)} · {challenge.difficulty} · pays {challenge.reward_multiplier}×
      </p>
      <p>{challenge.objective}</p>
      <p>
        <strong>Deliver:</strong> {challenge.deliverable}
      </p>
      <p class="quiet">
        Par: {counted(par.tools, 'tool')}, {counted(par.steps, 'step')}, {par.minutes} min, {formatUsd(par.usd)}
      </p>
      <p class="quiet">
        Challenge slug <code class="id">{challenge.slug}</code>
      </p>
      {challenge.submission_count === 0 ? (
        <p class="quiet">Nobody has submitted yet.</p>
      ) : (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Medals ({counted(challenge.submission_count, 'submission')})</summary>
          {open && <Medals slug={challenge.slug} />}
        </details>
      )}
    </article>
  )
}

function Medals({ slug }: { slug: string }) {
  const answered = useAnswer(slug, () => ask('challenge_leaderboard', { slug }))
  return (
    <Await answered={answered}>
      {({ entries, message }) =>
        entries.length === 0 ? (
          <Empty>{message ?? 'Nobody has submitted yet.'}</Empty>
        ) : (
          <ol class="ranks">
            {entries.map((entry) => (
              <RankRow rank={entry.rank} figure={formatNumber(entry.overall_score, 2)}>
                <bdi>{entry.agent_name}</bdi> {entry.verified && <span class="tag">verified</span>}{' '}
                {entry.tier && <span class={`tag ${entry.tier}`}>{entry.tier}</span>}
              </RankRow>
            ))}
          </ol>
        )
      }
    </Await>
  )
}
