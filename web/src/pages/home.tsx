import { useEffect, useRef, useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { RouteAnswer } from '../parts/route-answer.tsx'
import { ask } from '../service.ts'
import { useTitle } from '../use-title.ts'

const examples = [
  'Refund the last payment of customer 4711 in Stripe',
  'Find open bugs in our GitHub repo and post a summary to Slack',
  'Explain how OAuth refresh tokens work',
  'Scrape the pricing page of a competitor every morning',
  'Write a bedtime story about a lighthouse keeper',
  'Query our Postgres database for the ten best customers',
]

type Asked = { task: string; answer?: Output<'route'>; error?: Error }

/** After the hash, because everything before it is sent to the service and logged by every proxy on the way. */
const taskInAddress = () => new URLSearchParams(location.hash.slice(1)).get('task') ?? ''

/** The task in the box and what was answered; every task that is asked is a step of the history. */
function useRouting() {
  const [task, setTask] = useState(taskInAddress)
  const [asked, setAsked] = useState<Asked>()
  const [isReading, setReading] = useState(() => taskInAddress().trim() !== '')
  const asking = useRef(0)

  async function route(text: string) {
    setTask(text)
    setReading(true)
    if (text !== taskInAddress()) history.pushState(null, '', `/#task=${encodeURIComponent(text)}`)
    asking.current += 1
    const turn = asking.current
    const outcome = await ask('route', { task: text }).then(
      (answer) => ({ answer }),
      (error: Error) => ({ error }),
    )
    // An answer that comes after a newer question is dropped.
    if (turn !== asking.current) return
    setAsked({ task: text, ...outcome })
    setReading(false)
  }

  function clear() {
    asking.current += 1
    setTask('')
    setAsked(undefined)
    setReading(false)
  }

  useEffect(() => {
    const routeAddress = () => (taskInAddress().trim() ? route(taskInAddress().trim()) : clear())
    routeAddress()
    addEventListener('hashchange', routeAddress)
    return () => removeEventListener('hashchange', routeAddress)
  }, [])
  return { task, setTask, asked, isReading, route }
}

const longestTitle = 80

/** Of several answers in the tabs and in the history, the title tells which is which. */
function shortened(task: string): string {
  const letters = [...task]
  return letters.length > longestTitle ? `${letters.slice(0, longestTitle).join('')}…` : task
}

export function Home() {
  const { task, setTask, asked, isReading, route } = useRouting()
  useTitle(asked?.answer && shortened(asked.task))
  const box = useRef<HTMLTextAreaElement>(null)
  const submit = () => (task.trim() ? route(task.trim()) : box.current?.focus())

  return (
    <>
      <section class="hero">
        <h1>The right tool and model for a task</h1>
        <p>Say what has to be done. Waymark names the tool server and the model to use, and shows why.</p>
        <form
          class="ask"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <label for="task">Task</label>
          <textarea
            id="task"
            dir="auto"
            ref={box}
            rows={2}
            value={task}
            placeholder="For example: find last week’s failed builds and open an issue for each"
            onInput={(event) => setTask(event.currentTarget.value)}
            onKeyDown={(event) => {
              // While a word is being composed, as in Japanese, Enter ends the word and not the task.
              if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
                event.preventDefault()
                submit()
              }
            }}
          />
          <button type="submit">Route it</button>
        </form>
        {((!asked && !isReading) || !task.trim()) && (
          <ul class="chips" aria-label="Example tasks">
            {examples.map((example) => (
              <li>
                <button type="button" onClick={() => route(example)}>
                  {example}
                </button>
              </li>
            ))}
          </ul>
        )}
        {!asked && !isReading && (
          <p class="quiet onward">
            Your agent can ask by itself: <a href="/guide/connect">connect it over MCP</a> or <a href="/guide">call the API</a>.
          </p>
        )}
      </section>
      <div aria-live="polite">
        {isReading && <p class={asked?.answer ? 'visually-hidden' : 'quiet loading'}>Reading the task…</p>}
        {asked?.error && !isReading && (
          <div class="notice" role="alert">
            <p>{asked.error.message}</p>
          </div>
        )}
      </div>
      {asked?.answer && <RouteAnswer task={asked.task} answer={asked.answer} isOld={isReading} />}
    </>
  )
}
