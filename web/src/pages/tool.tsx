import { useRoute } from 'preact-iso'
import type { Output } from '../../../sdk/src/transport.ts'
import { Copyable } from '../parts/copy.tsx'
import { Dimensions } from '../parts/dimensions.tsx'
import { Install } from '../parts/install.tsx'
import { SkillRow } from '../parts/skill-row.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { formatCount, wordsOf } from '../words.ts'

type Skill = Output<'get_skill'>

export function Tool() {
  const { slug = '' } = useRoute().params
  const answered = useAnswer(slug, () => ask('get_skill', { slug }))
  return <Await answered={answered}>{(skill) => <ToolPage skill={skill} />}</Await>
}

function ToolPage({ skill }: { skill: Skill }) {
  useTitle(skill.canonical_name)
  return (
    <article class="page">
      <header class="page-head">
        <h1>{skill.canonical_name}</h1>
        <p class="lead">{skill.description}</p>
        <p>
          {skill.official && <span class="tag">official</span>} <span class="tag">{skill.pricing}</span>{' '}
          {skill.license && <span class="tag">{skill.license}</span>} {skill.repo_url && <a href={skill.repo_url}>Repository</a>}{' '}
          <a href={`/compare?tools=${skill.slug}`}>Compare</a>
        </p>
      </header>
      <div class="grid">
        <section class="card">
          <h2>Scores</h2>
          <Dimensions scores={skill.skill_scores} />
        </section>
        <section class="card">
          <h2>When to use it</h2>
          <p>{skill.choose_when}</p>
          <h3>When not</h3>
          <p>{skill.avoid_when}</p>
          <h3>Needs</h3>
          <p>{skill.requires.map(wordsOf).join(', ') || 'Nothing'}</p>
          {skill.skill_metrics.stars_counted && (
            <p class="quiet">
              {formatCount(skill.skill_metrics.github_stars)} stars as of {skill.skill_metrics.stars_as_of ?? 'unknown'}
            </p>
          )}
        </section>
        <section class="card wide">
          <h2>Tools it offers</h2>
          <dl class="tools">
            {skill.tools.map((tool) => (
              <div>
                <dt>
                  <code>{tool.name}</code>
                </dt>
                <dd>{tool.description}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section class="card wide">
          <h2>Install</h2>
          <Install skill={skill} />
        </section>
        <Badge slug={skill.slug} />
      </div>
      <Alternatives skill={skill} />
    </article>
  )
}

function Badge({ slug }: { slug: string }) {
  const address = `${location.origin}/api/badge/${slug}`
  const markdown = `[![Waymark score](${address})](${location.origin}/tools/${slug})`
  return (
    <section class="card wide">
      <h2>Badge</h2>
      <p>
        <img src={`/api/badge/${slug}`} alt={`Waymark badge of ${slug}`} height="20" />
      </p>
      <Copyable text={markdown} label="Markdown of the badge" />
    </section>
  )
}

function Alternatives({ skill }: { skill: Skill }) {
  const words = skill.capabilities.slice(0, 2).map(wordsOf).join(' ')
  const answered = useAnswer(`like ${skill.slug}`, () => ask('search_skills', { q: `${words} ${skill.description}`, limit: 6 }))
  return (
    <section>
      <h2>Alternatives</h2>
      <Await answered={answered}>
        {(found) => {
          const others = found.filter(({ slug }) => slug !== skill.slug).slice(0, 5)
          return others.length === 0 ? (
            <Empty>Nothing else in the catalog does this.</Empty>
          ) : (
            <ul class="rows">
              {others.map((other) => (
                <SkillRow key={other.slug} skill={other} />
              ))}
            </ul>
          )
        }}
      </Await>
    </section>
  )
}
