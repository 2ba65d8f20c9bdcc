import type { Output } from '../../../sdk/src/transport.ts'
import { formatCount, formatScore } from '../words.ts'

type Skill = Output<'search_skills'>[number]

export function SkillRow({ skill }: { skill: Skill }) {
  const { skill_scores: scores, skill_metrics: metrics } = skill
  return (
    <li class="row">
      <div>
        <a href={`/tools/${skill.slug}`}>
          <bdi>{skill.canonical_name}</bdi>
        </a>{' '}
        {skill.official && <span class="tag">official</span>} {skill.status === 'provisional' && <span class="tag warn">provisional</span>}
        <p dir="auto">{skill.description}</p>
      </div>
      <dl class="facts">
        <div>
          <dt>Score</dt>
          <dd>{formatScore(scores.overall_score)}</dd>
        </div>
        <div>
          <dt>Reports</dt>
          <dd>{formatCount(scores.evidence_count)}</dd>
        </div>
        <div>
          <dt>Stars</dt>
          <dd>{metrics.stars_counted ? formatCount(metrics.github_stars) : '–'}</dd>
        </div>
      </dl>
    </li>
  )
}
