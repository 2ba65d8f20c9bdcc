import { useEffect, useRef, useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { goToContent } from '../content.ts'
import { longestSearch } from '../longest-search.ts'
import { Choice } from '../parts/choice.tsx'
import { SkillRow } from '../parts/skill-row.tsx'
import { Await } from '../parts/states.tsx'
import { ask, askForPart } from '../service.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { useSettled } from '../use-settled.ts'
import { useTitle } from '../use-title.ts'
import { counted } from '../words.ts'

const pageSize = 40
const mostPages = 25
type Skills = Output<'search_skills'>

export function Tools() {
  useTitle('Tools')
  const { query, setQuery, refineQuery } = useQuery()
  const taxonomy = useAnswer('taxonomy', () => ask('taxonomy', {}))
  return (
    <section class="page">
      <h1>Tools</h1>
      <search>
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <SearchBox wanted={query.q ?? ''} onSettled={(q) => refineQuery({ q, shown: undefined })} />
          <Choice
            label="Industry"
            none="Any"
            value={query.vertical}
            options={taxonomy.state === 'ready' ? taxonomy.value.verticals.map(({ slug }) => slug) : []}
            onChoose={(vertical) => setQuery({ vertical, shown: undefined })}
          />
          <Choice
            label="Workflow"
            none="Any"
            value={query.workflow}
            options={taxonomy.state === 'ready' ? taxonomy.value.workflows.map(({ slug }) => slug) : []}
            onChoose={(workflow) => setQuery({ workflow, shown: undefined })}
          />
          <label>
            Sort by
            <select value={query.sort ?? ''} onChange={(event) => setQuery({ sort: event.currentTarget.value, shown: undefined })}>
              <option value="">{query.q ? 'Best match' : 'Score'}</option>
              {query.q && <option value="score">Score</option>}
              <option value="stars">Stars</option>
            </select>
          </label>
        </form>
      </search>
      <Results query={query} onShown={(count) => refineQuery({ shown: String(count) })} />
    </section>
  )
}

/** Keeps what is being typed to itself, so that a key press redraws this box and not the whole list. */
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
      <input
        type="search"
        dir="auto"
        maxLength={longestSearch}
        value={typed}
        placeholder="What should it do?"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  )
}

type Filters = { q?: string; vertical?: string; workflow?: string; sort?: 'stars' | 'score' }

function filtersOf({ q, vertical, workflow, sort }: Record<string, string>): Filters {
  return {
    ...(q ? { q: q.slice(0, longestSearch) } : {}),
    ...(vertical ? { vertical } : {}),
    ...(workflow ? { workflow } : {}),
    ...(sort === 'stars' || sort === 'score' ? { sort } : {}),
  }
}

/** How many tools the address asks for, in whole pages. */
function shownIn({ shown }: Record<string, string>): number {
  const pages = Math.ceil(Number(shown) / pageSize)
  return pageSize * (pages >= 1 ? Math.min(pages, mostPages) : 1)
}

type Part = { part: Skills; total: number }
type List = { skills: Skills; total: number }

function Results({ query, onShown }: { query: Record<string, string>; onShown: (count: number) => void }) {
  const filters = filtersOf(query)
  const load = (offset: number): Promise<Part> => askForPart('search_skills', { limit: pageSize, offset, ...filters })
  const answered = useAnswer(JSON.stringify(filters), async (): Promise<List> => {
    const parts = await Promise.all(Array.from({ length: shownIn(query) / pageSize }, (_, i) => load(i * pageSize)))
    return { skills: parts.flatMap(({ part }) => part), total: parts[0]?.total ?? 0 }
  })
  return <Await answered={answered}>{(list) => <SkillList list={list} load={load} onShown={onShown} />}</Await>
}

type Rest = { of: List; skills: Skills; failed?: string }

function SkillList({ list, load, onShown }: { list: List; load: (offset: number) => Promise<Part>; onShown: (count: number) => void }) {
  const [loaded, setLoaded] = useState<Rest>({ of: list, skills: [] })
  const rest: Rest = loaded.of === list ? loaded : { of: list, skills: [] }
  const rows = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | undefined>(undefined)
  const skills = [...list.skills, ...rest.skills]
  const more = async () => {
    try {
      const { part } = await load(skills.length)
      firstNew.current = skills.length
      setLoaded({ of: list, skills: [...rest.skills, ...part] })
      onShown(skills.length + part.length)
    } catch (error) {
      setLoaded({ ...rest, failed: (error as Error).message })
    }
  }
  useEffect(() => {
    // Whoever asked for more goes on at the start of what came, not after it.
    if (firstNew.current !== undefined) rows.current?.querySelectorAll('a')[firstNew.current]?.focus({ preventScroll: true })
    firstNew.current = undefined
  }, [skills.length])
  return (
    <>
      <div class="facts-line">
        <p class="quiet" role="status">
          {list.total > 0 ? (
            counted(list.total, 'tool')
          ) : (
            <>
              No tool matches. Try other words, or remove a filter.{' '}
              <a href="/tools" onClick={goToContent}>
                Show all tools
              </a>
            </>
          )}
        </p>
        <a href="/compare">Compare tools side by side</a>
      </div>
      <ul class="rows" ref={rows}>
        {skills.map((skill) => (
          <SkillRow key={skill.slug} skill={skill} />
        ))}
      </ul>
      {rest.failed && <p role="alert">{rest.failed}</p>}
      {skills.length < list.total && (
        <button type="button" class="plain" onClick={more}>
          Show more
        </button>
      )}
    </>
  )
}
