import { useEffect, useRef, useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { SkillRow } from '../parts/skill-row.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { useSettled } from '../use-settled.ts'
import { useTitle } from '../use-title.ts'
import { wordsOf } from '../words.ts'

const pageSize = 40
type Skills = Output<'search_skills'>

export function Tools() {
  useTitle('Tools')
  const { query, setQuery } = useQuery()
  const taxonomy = useAnswer('taxonomy', () => ask('taxonomy', {}))
  return (
    <section class="page">
      <h1>Tools</h1>
      <search>
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <SearchBox wanted={query.q ?? ''} onSettled={(q) => setQuery({ q })} />
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
      <Results query={query} />
    </section>
  )
}

/** Keeps what is being typed to itself, so that a key draws this box again and not the whole list. */
function SearchBox({ wanted, onSettled }: { wanted: string; onSettled: (text: string) => void }) {
  const [typed, setTyped] = useState(wanted)
  const settled = useSettled(typed)
  const known = useRef(wanted)
  useEffect(() => {
    if (settled === wanted) return
    known.current = settled
    onSettled(settled)
  }, [settled])
  useEffect(() => {
    // Asked for by a link or the back button, not from here.
    if (wanted === known.current) return
    known.current = wanted
    setTyped(wanted)
  }, [wanted])
  return (
    <label>
      Search
      <input type="search" value={typed} placeholder="What should it do?" onInput={(event) => setTyped(event.currentTarget.value)} />
    </label>
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
        {[...new Set(value ? [value, ...options] : options)].map((option) => (
          <option value={option}>{wordsOf(option)}</option>
        ))}
      </select>
    </label>
  )
}

type Filters = { q?: string; vertical?: string; workflow?: string; sort?: 'stars' | 'score' }

function filtersOf({ q, vertical, workflow, sort }: Record<string, string>): Filters {
  return {
    ...(q ? { q } : {}),
    ...(vertical ? { vertical } : {}),
    ...(workflow ? { workflow } : {}),
    ...(sort === 'stars' || sort === 'score' ? { sort } : {}),
  }
}

type Rest = { key: string; rows: Skills; ended: boolean; failed?: string }

function Results({ query }: { query: Record<string, string> }) {
  const filters = filtersOf(query)
  const key = JSON.stringify(filters)
  const load = (offset: number) => ask('search_skills', { limit: pageSize, offset, ...filters })
  const first = useAnswer(key, () => load(0))
  const [loaded, setLoaded] = useState<Rest>({ key, rows: [], ended: false })
  const rest: Rest = loaded.key === key ? loaded : { key, rows: [], ended: false }
  const more = async (shown: number) => {
    try {
      const next = await load(shown)
      setLoaded({ key, rows: [...rest.rows, ...next], ended: next.length < pageSize })
    } catch (error) {
      setLoaded({ ...rest, failed: (error as Error).message })
    }
  }
  return (
    <Await answered={first}>
      {(skills) => {
        const all = [...skills, ...rest.rows]
        if (all.length === 0) return <Empty>No tool matches. Try other words, or remove a filter.</Empty>
        return (
          <>
            <ul class="rows">
              {all.map((skill) => (
                <SkillRow key={skill.slug} skill={skill} />
              ))}
            </ul>
            {rest.failed && <p role="alert">{rest.failed}</p>}
            {skills.length === pageSize && !rest.ended && (
              <button type="button" class="plain" onClick={() => more(all.length)}>
                Show more
              </button>
            )}
          </>
        )
      }}
    </Await>
  )
}
