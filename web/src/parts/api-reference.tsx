import { useEffect, useRef, useState } from 'preact/hooks'
import { busy } from '../busy.ts'
import { type Callable, readOpenApi, type Sent, tryIt } from '../openapi.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { bringIntoView, useShown } from '../use-shown.ts'
import { wordsOf } from '../words.ts'
import { Copyable } from './copy.tsx'
import { Field } from './field.tsx'
import { Await, Empty } from './states.tsx'

/** Every operation by group, each with a form that calls it here and now. */
export function ApiReference() {
  const answered = useAnswer('openapi', readOpenApi)
  const [bearer, setBearer] = useState('')
  const [wanted, setWanted] = useState('')
  return (
    <>
      <p>
        Read from <a href="/api/openapi.json">the OpenAPI description</a>, so it is what this service really offers. Calls you try here are
        real. <a href="/docs">The same without JavaScript</a>.
      </p>
      <Field label="Find an operation" value={wanted} onInput={setWanted} hint="By a word of its address, its name or what it does" />
      <Field
        label="Bearer token"
        secret
        value={bearer}
        onInput={setBearer}
        hint="For operations marked “bearer”: the agent’s identity or the operator’s secret"
      />
      <Await answered={answered}>
        {(callables) => <Groups callables={callables.filter((callable) => isAbout(callable, wanted))} bearer={bearer} />}
      </Await>
    </>
  )
}

function isAbout({ name, path, summary, tool = '' }: Callable, wanted: string): boolean {
  const text = `${name} ${path} ${summary} ${tool}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function Groups({ callables, bearer }: { callables: Callable[]; bearer: string }) {
  if (callables.length === 0) return <Empty>No operation is about that.</Empty>
  return (
    <>
      {[...new Set(callables.map(({ group }) => group))].map((group) => (
        <section key={group}>
          <h2>{wordsOf(group)}</h2>
          {callables
            .filter((callable) => callable.group === group)
            .map((callable) => (
              <Operation key={callable.name} callable={callable} bearer={bearer} />
            ))}
        </section>
      ))}
    </>
  )
}

function Operation({ callable, bearer }: { callable: Callable; bearer: string }) {
  const { query, refineQuery } = useQuery()
  const [open, setOpen] = useState(query.op === callable.name)
  const element = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // Whoever was led to this one by the address has not seen it yet.
    if (open) bringIntoView(element.current, 'nearest')
  }, [])
  const toggled = (isOpen: boolean) => {
    if (isOpen === open) return
    setOpen(isOpen)
    if (isOpen) refineQuery({ op: callable.name })
  }
  return (
    <details ref={element} class="operation" open={open} onToggle={(event) => toggled(event.currentTarget.open)}>
      <summary>
        <code>
          {callable.method} {callable.path}
        </code>{' '}
        {callable.needsBearer && <span class="tag warn">bearer</span>}
        <span class="quiet">{callable.summary}</span>
      </summary>
      {open && (
        <>
          <p class="quiet">
            {callable.tool && (
              <>
                MCP tool <code>{callable.tool}</code> ·{' '}
              </>
            )}
            <a href={`/docs#${rowOf(callable)}`}>Every field, of the answer too</a>
          </p>
          <Parameters callable={callable} />
          <TryIt callable={callable} bearer={bearer} />
        </>
      )}
    </details>
  )
}

/** Further addresses of an operation are named after the first, with the method and a number behind it. */
const rowOf = ({ name }: Callable) => name.replace(/_[a-z]+_\d+$/, '')

function Parameters({ callable: { parameters } }: { callable: Callable }) {
  if (parameters.length === 0) return <p class="quiet">No parameters.</p>
  return (
    <dl class="tools">
      {parameters.map((parameter) => (
        <div>
          <dt>
            <code>{parameter.name}</code> {parameter.required && <span class="tag">required</span>}
          </dt>
          <dd>
            <code class="quiet">{parameter.type}</code> {parameter.description}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function TryIt({ callable, bearer }: { callable: Callable; bearer: string }) {
  const inAddress = callable.parameters.filter(({ place }) => place !== 'body')
  const [values, setValues] = useState(Object.fromEntries(inAddress.map(({ name, example }) => [name, example])))
  const [body, setBody] = useState(callable.body)
  const [sent, setSent] = useState<Sent>()
  const [problem, setProblem] = useState('')
  const shown = useShown<HTMLDivElement>(sent)
  const send = async () => {
    try {
      setSent(await busy(tryIt(callable, { values, body, bearer })))
      setProblem('')
    } catch {
      setProblem('No answer came. Is the service running?')
    }
  }
  return (
    <form
      class="stack"
      aria-label={`Try ${callable.name}`}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {inAddress.map(({ name }) => (
        <Field label={name} value={values[name] ?? ''} onInput={(value) => setValues({ ...values, [name]: value })} />
      ))}
      {body !== undefined && (
        <label class="field">
          JSON body
          <textarea
            rows={Math.min(14, body.split('\n').length + 1)}
            value={body}
            spellcheck={false}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        </label>
      )}
      <button type="submit" class="small">
        Try it
      </button>
      <div aria-live="polite">
        {problem && <p class="warn-text">{problem}</p>}
        {sent && (
          <div ref={shown}>
            <p>
              Status <strong>{sent.status}</strong>
            </p>
            <Copyable text={sent.text} label={`Answer of ${callable.name}`} />
          </div>
        )}
      </div>
    </form>
  )
}
