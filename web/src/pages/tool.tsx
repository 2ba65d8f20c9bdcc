import { useRoute } from 'preact-iso'
import type { Output } from '../../../sdk/src/transport.ts'
import { longestSearch } from '../longest-search.ts'
import { alternativesTo } from '../parts/alternatives.ts'
import { Copyable } from '../parts/copy.tsx'
import { Dimensions } from '../parts/dimensions.tsx'
import { Install } from '../parts/install.tsx'
import { needsOf, pricings } from '../parts/skill-facts.ts'
import { SkillRow } from '../parts/skill-row.tsx'
import { Await, Empty, Missing } from '../parts/states.tsx'
import { ToolHistory } from '../parts/tool-history.tsx'
import { ask } from '../service.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { formatCount, formatDate, wordsOf } from '../words.ts'

type Skill = Output<'get_skill'>

const unsaid = <span class="quiet">The catalog does not say.</span>
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

export function Tool() {
  const { slug = '' } = useRoute().params
  const answered = useAnswer(slug, () => ask('get_skill', { slug }))
  return (
    <Await answered={answered} missing={<NoSuchTool slug={slug} />} whole="This tool">
      {(skill) => <ToolPage key={skill.slug} skill={skill} />}
    </Await>
  )
}

function NoSuchTool({ slug }: { slug: string }) {
  const words = wordsOf(slug).slice(0, longestSearch)
  const answered = useAnswer(`near ${slug}`, () => ask('search_skills', { q: words, limit: 3 }))
  return (
    <Missing title="No such tool">
      <p>
        The catalog has no tool “<bdi>{slug}</bdi>”. <a href={`/tools?q=${encodeURIComponent(words)}`}>Search the tools</a>.
      </p>
      {answered.state === 'ready' && answered.value.length > 0 && (
        <>
          <h2>Perhaps one of these</h2>
          <ul class="rows">
            {answered.value.map((skill) => (
              <SkillRow key={skill.slug} skill={skill} />
            ))}
          </ul>
        </>
      )}
    </Missing>
  )
}

function ToolPage({ skill }: { skill: Skill }) {
  useTitle(skill.canonical_name)
  return (
    <article class="page">
      <header class="page-head">
        <h1>
          <bdi>{skill.canonical_name}</bdi>
        </h1>
        <p class="lead" dir="auto">
          {skill.description}
        </p>
        <p class="facts-line">
          <code class="id">{skill.slug}</code>
          {skill.publisher && (
            <span class="quiet">
              by <bdi>{skill.publisher}</bdi>
            </span>
          )}
          {skill.official && <span class="tag">official</span>}
          {skill.status === 'provisional' && <span class="tag warn">provisional</span>}
          {skill.pricing !== 'unknown' && <span class="tag plain">{pricings[skill.pricing]}</span>}
          {skill.license && (
            <span class="tag plain" dir="auto">
              {skill.license}
            </span>
          )}
          {skill.repo_url && <a href={skill.repo_url}>Repository</a>}
          <a href={`/compare?tools=${skill.slug}`}>Compare</a>
        </p>
        {skill.status === 'provisional' && <p class="quiet">Provisional: the operator of this service has not reviewed this entry yet.</p>}
      </header>
      <div class="grid two">
        <section class="card">
          <h2>Scores</h2>
          <Dimensions scores={skill.skill_scores} />
        </section>
        <section class="card">
          <h2>When to use it</h2>
          <p dir="auto">{skill.choose_when || unsaid}</p>
          {skill.avoid_when && (
            <>
              <h3>When not</h3>
              <p dir="auto">{skill.avoid_when}</p>
            </>
          )}
          <h3>Needs</h3>
          <p>{needsOf(skill) ?? unsaid}</p>
          {skill.countries.length > 0 && (
            <>
              <h3>Only for</h3>
              <p>{skill.countries.map((code) => countryNames.of(code) ?? code).join(', ')}</p>
            </>
          )}
          <Places skill={skill} />
          <Adoption metrics={skill.skill_metrics} />
        </section>
        <ToolHistory slug={skill.slug} />
        <section class="card wide">
          <h2>Tools it offers</h2>
          {skill.tools.length === 0 ? (
            <Empty>The catalog does not list its tools.</Empty>
          ) : (
            <dl class="tools">
              {skill.tools.map((tool) => (
                <div>
                  <dt>
                    <code>{tool.name}</code>
                  </dt>
                  <dd dir="auto">{tool.description}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
        <section class="card wide">
          <h2>Install</h2>
          <Install skill={skill} />
        </section>
        <Badge skill={skill} />
      </div>
      <Alternatives skill={skill} />
    </article>
  )
}

/** The lists of the catalog that hold it. */
function Places({ skill: { verticals, workflows } }: { skill: Skill }) {
  const places = [
    ...workflows.map((slug) => ({ slug, href: `/tools?workflow=${slug}` })),
    ...verticals.map((slug) => ({ slug, href: `/tools?vertical=${slug}` })),
  ]
  if (places.length === 0) return null
  return (
    <>
      <h3>Listed under</h3>
      <p class="facts-line">
        {places.map(({ slug, href }) => (
          <a href={href}>{wordsOf(slug)}</a>
        ))}
      </p>
    </>
  )
}

function Adoption({ metrics }: { metrics: Skill['skill_metrics'] }) {
  const { github_stars, stars_counted, stars_as_of } = metrics
  if (!stars_counted) return null
  return (
    <p class="quiet">
      {formatCount(github_stars)} stars on GitHub{stars_as_of && `, counted ${formatDate(stars_as_of)}`}
    </p>
  )
}

function Badge({ skill: { slug, canonical_name } }: { skill: Skill }) {
  const answered = useAnswer(`badge ${slug}`, () => ask('badge_snippet', { slug }))
  return (
    <section class="card wide">
      <h2>Badge</h2>
      <p>
        <img src={`/api/badge/${slug}`} alt={`Waymark badge of ${slug}`} height="20" />
      </p>
      <Await answered={answered}>
        {({ markdown }) => <Copyable text={markdown} label="Markdown of the badge" quoted={canonical_name} />}
      </Await>
    </section>
  )
}

function Alternatives({ skill }: { skill: Skill }) {
  const words = wordsOf(skill.capabilities[0] ?? skill.description).slice(0, longestSearch)
  const answered = useAnswer(`like ${skill.slug}`, () => ask('search_skills', { q: words, limit: 30 }))
  return (
    <section>
      <h2>Alternatives</h2>
      <Await answered={answered}>
        {(found) => {
          const others = alternativesTo(skill, found)
          if (others.length === 0) return <Empty>Nothing else in the catalog does this.</Empty>
          const compared = [skill, ...others].slice(0, 4).map(({ slug }) => slug)
          return (
            <>
              <ul class="rows">
                {others.map((other) => (
                  <SkillRow key={other.slug} skill={other} />
                ))}
              </ul>
              <p>
                <a href={`/compare?tools=${compared.join(',')}`}>Compare it with these side by side</a>
              </p>
            </>
          )
        }}
      </Await>
    </section>
  )
}
