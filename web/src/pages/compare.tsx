import { useState } from 'preact/hooks'
import { Bar } from '../parts/bar.tsx'
import { Await } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { useSettled } from '../use-settled.ts'
import { useTitle } from '../use-title.ts'
import { wordsOf } from '../words.ts'

const most = 4

export function Compare() {
  useTitle('Compare tools')
  const { query, setQuery } = useQuery()
  const chosen = (query.tools ?? '').split(',').filter(Boolean).slice(0, most)
  const choose = (slugs: string[]) => setQuery({ tools: slugs.join(',') })
  return (
    <section class="page">
      <h1>Compare tools</h1>
      <ul class="chips start" aria-label="Chosen tools">
        {chosen.map((slug) => (
          <li>
            <button type="button" aria-label={`Remove ${slug}`} onClick={() => choose(chosen.filter((other) => other !== slug))}>
              {slug} ×
            </button>
          </li>
        ))}
      </ul>
      {chosen.length < most && <Picker onPick={(slug) => choose([...new Set([...chosen, slug])])} />}
      {chosen.length >= 2 ? (
        <Comparison key={chosen.join()} slugs={chosen} />
      ) : (
        <p class="quiet">Choose two to four tools. The address of this page then shows the comparison to anyone.</p>
      )}
    </section>
  )
}

function Picker({ onPick }: { onPick: (slug: string) => void }) {
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typed).trim()
  const answered = useAnswer(wanted, () => (wanted.length < 2 ? Promise.resolve([]) : ask('search_skills', { q: wanted, limit: 6 })))
  return (
    <div class="picker">
      <label>
        Add a tool
        <input type="search" value={typed} placeholder="Name, or what it does" onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      {typed && answered.state === 'ready' && answered.value.length > 0 && (
        <ul class="chips start" aria-label="Found tools">
          {answered.value.map((skill) => (
            <li>
              <button
                type="button"
                onClick={() => {
                  setTyped('')
                  onPick(skill.slug)
                }}
              >
                {skill.canonical_name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Comparison({ slugs }: { slugs: string[] }) {
  const answered = useAnswer(slugs.join(), () => ask('compare_skills', { slugs }))
  return (
    <Await answered={answered}>
      {({ winner, why, dimensions, skills }) => {
        const nameOf = (slug: string) => skills.find((skill) => skill.slug === slug)?.canonical_name ?? slug
        return (
          <>
            <section class="card highlight">
              <h2>{winner ? nameOf(winner) : 'No clear winner'}</h2>
              <p>{why}</p>
            </section>
            <div class="grid even">
              {dimensions.map(({ dimension, ranking, why: reason }) => (
                <section class="card">
                  <h2>{wordsOf(dimension)}</h2>
                  {ranking.map(({ slug, score }, i) => (
                    <Bar label={nameOf(slug)} value={score} tone={i === 0 ? 'accent' : 'quiet'} />
                  ))}
                  <p class="quiet">{reason}</p>
                </section>
              ))}
            </div>
            <div class="grid even">
              {skills.map((skill) => (
                <section class="card">
                  <h2>
                    <a href={`/tools/${skill.slug}`}>{skill.canonical_name}</a>
                  </h2>
                  <p>{skill.choose_when}</p>
                  <p class="quiet">{skill.avoid_when}</p>
                </section>
              ))}
            </div>
          </>
        )
      }}
    </Await>
  )
}
