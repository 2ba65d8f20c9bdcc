import { useRef, useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { longestSearch } from '../longest-search.ts'
import { ask } from '../service.ts'
import { useAnswer } from '../use-answer.ts'
import { useSettled } from '../use-settled.ts'
import { counted } from '../words.ts'

const fewestLetters = 2

/** Finds a tool while typing. Enter takes the first; the arrows go to the others and back. */
export function ToolPicker({ onPick }: { onPick: (slug: string) => void }) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { found, said } = useFound(typed.trim())
  const pick = (slug: string) => {
    setTyped('')
    box.current?.focus()
    onPick(slug)
  }
  const move = (event: KeyboardEvent) => {
    const stops = [box.current, ...(list.current?.querySelectorAll('button') ?? [])]
    const at = stops.findIndex((stop) => stop?.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, ...(at > 0 ? { ArrowRight: at + 1, ArrowLeft: at - 1 } : {}) }[event.key]
    if (to === undefined) return
    event.preventDefault()
    stops[to]?.focus()
  }
  return (
    <search class="picker" onKeyDown={move}>
      <label>
        Add a tool
        <input
          type="search"
          dir="auto"
          maxLength={longestSearch}
          ref={box}
          value={typed}
          placeholder="Name, or what it does"
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.isComposing && found[0]) pick(found[0].slug)
          }}
        />
      </label>
      <p class={said && found.length === 0 ? 'quiet' : 'visually-hidden'} role="status">
        {said}
      </p>
      {found.length > 0 && (
        <ul class="chips start" aria-label="Found tools" ref={list}>
          {found.map((skill) => (
            <li>
              <button type="button" onClick={() => pick(skill.slug)}>
                <bdi>{skill.canonical_name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}

/** Results for the current words, not for earlier ones, and what is said about them. */
function useFound(typed: string): { found: Output<'search_skills'>; said: string } {
  const wanted = useSettled(typed)
  const answered = useAnswer(wanted, async () => ({
    wanted,
    skills: wanted.length < fewestLetters ? [] : await ask('search_skills', { q: wanted, limit: 6 }),
  }))
  const isCurrent = typed.length >= fewestLetters && wanted === typed
  if (isCurrent && answered.state === 'failed') return { found: [], said: answered.error.message }
  if (!isCurrent || answered.state !== 'ready' || answered.value.wanted !== typed) return { found: [], said: '' }
  const { skills } = answered.value
  return { found: skills, said: skills.length === 0 ? 'No tool matches. Try other words.' : `${counted(skills.length, 'tool')} found` }
}
