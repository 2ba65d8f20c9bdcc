import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { Bar } from '../parts/bar.tsx'
import { nameOfDimension } from '../parts/dimensions.tsx'
import { Facts } from '../parts/facts.tsx'
import { setApart } from '../parts/set-apart.tsx'
import { factsOf } from '../parts/skill-facts.ts'
import { Await } from '../parts/states.tsx'
import { ToolPicker } from '../parts/tool-picker.tsx'
import { ask } from '../service.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { formatNumber } from '../words.ts'

const most = 4
const title = 'Compare tools'

export function Compare() {
  const { query, setQuery } = useQuery()
  const named = (query.tools ?? query.slugs ?? '').split(',').map((slug) => slug.trim())
  const chosen = [...new Set(named)].filter(Boolean).slice(0, most)
  const choose = (slugs: string[]) => setQuery({ tools: slugs.join(','), slugs: undefined })
  const page = useKeptFocus(query.tools)
  return (
    <section class="page" ref={page}>
      <h1>{title}</h1>
      <ul class="chips start" aria-label="Chosen tools">
        {chosen.map((slug) => (
          <Chosen key={slug} slug={slug} onRemove={() => choose(chosen.filter((other) => other !== slug))} />
        ))}
      </ul>
      {chosen.length < most ? (
        <ToolPicker onPick={(slug) => choose([...new Set([...chosen, slug])])} />
      ) : (
        <p class="quiet">Four is the most. Remove one to add another.</p>
      )}
      {chosen.length >= 2 ? <Comparison key={chosen.join()} slugs={chosen} /> : <TooFew />}
    </section>
  )
}

function TooFew() {
  useTitle(title)
  return <p class="quiet">Choose two to four tools. The address of this page then shows the comparison to anyone.</p>
}

/** The tool by its name; by its slug until that is known, and where there is no such tool. */
function Chosen({ slug, onRemove }: { slug: string; onRemove: () => void }) {
  const answered = useAnswer(slug, () => ask('get_skill', { slug }))
  const name = answered.state === 'ready' ? answered.value.canonical_name : slug
  return (
    <li>
      <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        <bdi>{name}</bdi> <span aria-hidden="true">×</span>
      </button>
    </li>
  )
}

/** A chip that is removed, or a picker that is no longer needed, takes the focus with it: the keyboard goes on beside it. */
function useKeptFocus(tools: string | undefined): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    const isLost = document.activeElement === document.body && !isFirst.current
    isFirst.current = false
    if (isLost) page.current?.querySelector<HTMLElement>('.picker input, .chips button')?.focus()
  }, [tools])
  return page
}

function Comparison({ slugs }: { slugs: string[] }) {
  const answered = useAnswer(slugs.join(), () => ask('compare_skills', { slugs }))
  useTitle(answered.state === 'ready' ? `${answered.value.skills.map(({ canonical_name }) => canonical_name).join(', ')} compared` : title)
  return (
    <Await answered={answered} missing={<UnknownTools slugs={slugs} />}>
      {(compared) => <Compared {...compared} />}
    </Await>
  )
}

function Compared({ winner, why, dimensions, skills }: Output<'compare_skills'>) {
  const nameOf = (slug: string) => skills.find((skill) => skill.slug === slug)?.canonical_name ?? slug
  return (
    <>
      <section class="card highlight">
        <h2>{winner ? <bdi>{nameOf(winner)}</bdi> : 'No clear winner'}</h2>
        <p>
          {setApart(
            why,
            skills.map(({ canonical_name }) => canonical_name),
          )}
        </p>
      </section>
      <div class="grid even">
        {dimensions.map(({ dimension, ranking, winner: leader }) => (
          <section class="card">
            <h2>{nameOfDimension(dimension)}</h2>
            {ranking.map(({ slug, score }) => (
              <Bar label={nameOf(slug)} value={score} shown={formatNumber(score, 2)} tone={slug === leader ? 'accent' : 'quiet'} />
            ))}
            {!leader && <p class="quiet">No clear leader.</p>}
          </section>
        ))}
      </div>
      <div class="grid even">
        {skills.map((skill) => (
          <section class="card">
            <h2>
              <a href={`/tools/${skill.slug}`}>
                <bdi>{skill.canonical_name}</bdi>
              </a>
            </h2>
            <Facts facts={factsOf(skill)} />
            {skill.choose_when && (
              <>
                <h3>When to use it</h3>
                <p dir="auto">{skill.choose_when}</p>
              </>
            )}
            {skill.avoid_when && (
              <>
                <h3>When not</h3>
                <p dir="auto">{skill.avoid_when}</p>
              </>
            )}
          </section>
        ))}
      </div>
    </>
  )
}

function UnknownTools({ slugs }: { slugs: string[] }) {
  const answered = useAnswer(`unknown ${slugs.join()}`, async () => {
    const known = await Promise.allSettled(slugs.map((slug) => ask('get_skill', { slug })))
    return slugs.filter((_, i) => known[i]?.status === 'rejected')
  })
  return (
    <Await answered={answered}>
      {(unknown) => (
        <div class="notice" role="alert">
          <p>
            The catalog has no tool “{unknown.join('” and no “')}”. Remove {unknown.length === 1 ? 'it' : 'them'} above, and look for
            another.
          </p>
        </div>
      )}
    </Await>
  )
}
