import { useEffect, useRef, useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { RouteAnswer } from '../parts/route-answer.tsx'
import { ask } from '../service.ts'

const examples = [
  'Refund the last payment of customer 4711 in Stripe',
  'Find open bugs in our GitHub repo and post a summary to Slack',
  'Explain how OAuth refresh tokens work',
  'Scrape the pricing page of a competitor every morning',
  'Write a bedtime story about a lighthouse keeper',
  'Query our Postgres database for the ten best customers',
]

type Asked = { task: string; answer?: Output<'route'>; error?: Error }

const taskInAddress = () => new URLSearchParams(location.search).get('task') ?? ''

export function Home() {
  const [task, setTask] = useState(taskInAddress)
  const [asked, setAsked] = useState<Asked>()
  const box = useRef<HTMLTextAreaElement>(null)

  async function route(wanted: string) {
    const text = wanted.trim()
    if (!text) return box.current?.focus()
    setTask(text)
    setAsked({ task: text })
    history.replaceState(null, '', `/?task=${encodeURIComponent(text)}`)
    try {
      setAsked({ task: text, answer: await ask('route', { task: text }) })
    } catch (error) {
      setAsked({ task: text, error: error as Error })
    }
  }

  useEffect(() => {
    if (taskInAddress()) route(taskInAddress())
  }, [])

  return (
    <>
      <section class="hero">
        <h1>The right tool and model for a task</h1>
        <p>Say what has to be done. Waymark names the tool server and the model to use, and shows why.</p>
        <form
          class="ask"
          onSubmit={(event) => {
            event.preventDefault()
            route(task)
          }}
        >
          <label for="task">Task</label>
          <textarea
            id="task"
            ref={box}
            rows={2}
            maxLength={8000}
            value={task}
            placeholder="For example: find last week’s failed builds and open an issue for each"
            onInput={(event) => setTask(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault()
                route(task)
              }
            }}
          />
          <button type="submit">Route it</button>
        </form>
        <ul class="chips" aria-label="Example tasks">
          {examples.map((example) => (
            <li>
              <button type="button" onClick={() => route(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <div aria-live="polite">
        {asked && !asked.answer && !asked.error && <p class="quiet">Reading the task…</p>}
        {asked?.error && (
          <div class="notice" role="alert">
            <p>{asked.error.message}</p>
          </div>
        )}
        {asked?.answer && <RouteAnswer task={asked.task} answer={asked.answer} />}
      </div>
    </>
  )
}
