import { useEffect, useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { SkillRow } from '../parts/skill-row.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { wordsOf } from '../words.ts'

const pageSize = 40
const typingPauseMs = 120
type Skills = Output<'search_skills'>

export function Tools() {
  useTitle('Tools')
  const { query, setQuery } = useQuery()
  const [typed, setTyped] = useState(query.q ?? '')
  useEffect(() => {
    const timer = setTimeout(() => typed !== (query.q ?? '') && setQuery({ q: typed }), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const taxonomy = useAnswer('taxonomy', () => ask('taxonomy', {}))
  return (
    <section class="page">
      <h1>Tools</h1>
      <search>
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <label>
            Search
            <input type="search" value={typed} placeholder="What should it do?" onInput={(event) => setTyped(event.currentTarget.value)} />
          </label>
          <Choice
            label="Vertical"
            value={query.vertical}
            options={taxonomy.state === 'ready' ? taxonomy.value.verticals.map(({ slug }) => slug) : []}
            onChoose={(vertical) => setQuery({ vertical })}
          />
          <Choice
            label="Workflow"
            value={query.workflow}
            options={taxonomy.state === 'ready' ? taxonomy.value.workflows.map(({ slug }) => slug) : []}
            onChoose={(workflow) => setQuery({ workflow })}
          />
          <label>
            Sort by
            <select value={query.sort ?? ''} onChange={(event) => setQuery({ sort: event.currentTarget.value })}>
              <option value="">{query.q ? 'Best match' : 'Score'}</option>
              {query.q && <option value="score">Score</option>}
              <option value="stars">Stars</option>
            </select>
          </label>
        </form>
      </search>
      <Results key={JSON.stringify(query)} query={query} />
    </section>
  )
}

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: string | undefined
  options: string[]
  onChoose: (value: string) => void
}) {
  return (
    <label>
      {label}
      <select value={value ?? ''} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">Any</option>
        {options.map((option) => (
          <option value={option}>{wordsOf(option)}</option>
        ))}
      </select>
    </label>
  )
}

function Results({ query }: { query: Record<string, string> }) {
  const [pages, setPages] = useState<Skills[]>([])
  const [ended, setEnded] = useState(false)
  const load = (offset: number) =>
    ask('search_skills', {
      limit: pageSize,
      offset,
      ...(query.q ? { q: query.q } : {}),
      ...(query.vertical ? { vertical: query.vertical } : {}),
      ...(query.workflow ? { workflow: query.workflow } : {}),
      ...(query.sort === 'stars' || query.sort === 'score' ? { sort: query.sort } : {}),
    })
  const first = useAnswer('first', () => load(0))
  const more = async () => {
    const next = await load((pages.length + 1) * pageSize)
    setPages([...pages, next])
    setEnded(next.length < pageSize)
  }
  return (
    <Await answered={first}>
      {(skills) => {
        const all = [...skills, ...pages.flat()]
        if (all.length === 0) return <Empty>No tool matches. Try other words, or take a filter away.</Empty>
        return (
          <>
            <ul class="rows">
              {all.map((skill) => (
                <SkillRow key={skill.slug} skill={skill} />
              ))}
            </ul>
            {skills.length === pageSize && !ended && (
              <button type="button" class="plain" onClick={more}>
                Show more
              </button>
            )}
          </>
        )
      }}
    </Await>
  )
}
