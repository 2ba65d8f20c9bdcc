import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { bringIntoView } from '../use-shown.ts'
import { counted, formatNumber, kindOfTask, wordsOf } from '../words.ts'
import { Bar } from './bar.tsx'
import { CallSnippets } from './call-snippets.tsx'
import { Considered } from './considered.tsx'
import { Facts } from './facts.tsx'
import { reasonTexts } from './reason-text.ts'
import { setApart } from './set-apart.tsx'

type Route = Output<'route'>

const approachWords = { direct_llm: 'A model alone will do', mcp_server: 'One tool server', multi_tool: 'Several tools, in order' }

/** The answer as a picture: what was understood, what was weighed, what it costs. */
export function RouteAnswer({ task, answer, isOld }: { task: string; answer: Route; isOld: boolean }) {
  const beginning = useAnswerShown(answer)
  const unresolved = answer.approach === 'mcp_server' && !answer.recommended_skill
  const considered = answer.recommended_skill ? [answer.recommended_skill, ...(answer.alternatives ?? [])].slice(0, 5) : []
  return (
    <article class={isOld ? 'answer old' : 'answer'}>
      <header ref={beginning} tabIndex={-1} class={unresolved ? 'unresolved' : ''}>
        <p class="approach">{unresolved ? 'No tool in the catalog fits' : approachWords[answer.approach]}</p>
        <h2>
          <Headline answer={answer} />
        </h2>
        <p>{setApart(reasoningOf(answer), namesOf(answer))}</p>
        <Bar label="Confidence" value={answer.confidence} most={1} shown={`${formatNumber(answer.confidence * 100, 0)}%`} />
      </header>
      <Understood answer={answer} />
      {answer.orchestration && <Flow steps={answer.orchestration} />}
      {considered.length > 0 && <Considered key={considered.join()} slugs={considered} fallback={answer.fallback ?? null} />}
      {answer.suggestions && answer.suggestions.length > 0 && (
        <section class="card wide">
          <h3>What you can do</h3>
          <ul class="reasons">
            {answer.suggestions.map((suggestion) => (
              <li>{withCode(suggestion)}</li>
            ))}
          </ul>
        </section>
      )}
      <ModelCard answer={answer} />
      <section class={answer.recommended_model ? 'card' : 'card wide'}>
        <h3>Why</h3>
        <ul class="reasons">
          {reasonTexts(answer.routing_metadata.reasons).map((text) => (
            <li>{text}</li>
          ))}
        </ul>
      </section>
      <CallSnippets task={task} />
    </article>
  )
}

/** What stands between backticks, as code. */
const withCode = (text: string) => text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))

/** In pixels: of an answer that shows less than this, one would not see what it is. */
const leastInSight = 300

/** On a phone the answer begins low or below the fold: it is scrolled into view and focused, for screen readers too. */
function useAnswerShown(answer: Route): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const shown = element.current
    if (!shown) return
    shown.focus({ preventScroll: true })
    const { top } = shown.getBoundingClientRect()
    // Above the window it is only for those who came back to what they were reading.
    if (top > innerHeight - leastInSight) bringIntoView(shown, 'start')
  }, [answer])
  return element
}

/** Tiers are named by their slugs, for agents. */
function reasoningOf({ reasoning, recommended_model }: Route): string {
  const tier = recommended_model?.tier
  return tier ? reasoning.replaceAll(tier, wordsOf(tier).toLowerCase()) : reasoning
}

/** Of the tools that the answer recommends. */
function namesOf(answer: Route): string[] {
  const recommended: Recommended[] = [answer, ...(answer.orchestration ?? [])]
  return [...new Set(recommended.flatMap(({ recommended_skill_name }) => recommended_skill_name ?? []))]
}

function Headline({ answer }: { answer: Route }) {
  if (answer.approach === 'direct_llm') return <>{answer.recommended_model?.display_name ?? 'No model is left under these constraints'}</>
  if (answer.approach === 'mcp_server') return answer.recommended_skill ? <ToolLink {...answer} /> : <>Nothing to recommend</>
  return (
    <>
      {(answer.orchestration ?? []).map((step, i) => (
        <>
          {i > 0 && ' → '}
          {step.recommended_skill ? <ToolLink {...step} /> : 'no tool'}
        </>
      ))}
    </>
  )
}

type Recommended = { recommended_skill?: string | null; recommended_skill_name?: string | null }

function ToolLink({ recommended_skill, recommended_skill_name }: Recommended) {
  return (
    <a href={`/tools/${recommended_skill}`}>
      <bdi>{recommended_skill_name ?? recommended_skill}</bdi>
    </a>
  )
}

function Understood({ answer }: { answer: Route }) {
  const { task_type, complexity, needs_tool, creative_writing } = answer.routing_metadata.classification
  const signals: [string, string][] = [
    ['Kind of task', kindOfTask(task_type)],
    ['Complexity', wordsOf(complexity)],
    ['Needs a tool', needs_tool ? 'Yes' : 'No'],
    ['Creative writing', creative_writing ? 'Yes' : 'No'],
    ['Looked at', counted(answer.routing_metadata.candidates_considered, answer.approach === 'direct_llm' ? 'model' : 'tool')],
  ]
  return (
    <section class="card wide">
      <h3>What was understood</h3>
      <Facts facts={signals} />
    </section>
  )
}

function Flow({ steps }: { steps: NonNullable<Route['orchestration']> }) {
  return (
    <section class="card wide">
      <h3>Steps</h3>
      <ol class="flow">
        {steps.map((step) => (
          <li>
            <span class="flow-action" dir="auto">
              {step.action}
            </span>
            {step.recommended_skill ? <ToolLink {...step} /> : <span>no tool fits</span>}
            <small>{wordsOf(step.tool_category)}</small>
            {step.recommended_skill && step.alternatives.length > 0 && (
              <a class="quiet" href={`/compare?tools=${[step.recommended_skill, ...step.alternatives].slice(0, 4).join(',')}`}>
                Compare with others
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function ModelCard({ answer }: { answer: Route }) {
  const model = answer.recommended_model
  if (!model) return null
  return (
    <section class="card">
      <h3>Model</h3>
      <p>
        <strong>{model.display_name}</strong>{' '}
        <span class="quiet">
          {wordsOf(model.provider)} · {wordsOf(model.tier).toLowerCase()} tier
        </span>
      </p>
      <p class="quiet">{model.tier_description}</p>
      {answer.cost_insight && <p>{setApart(answer.cost_insight, namesOf(answer))}</p>}
      <p>
        <a href="/models">All models, by price and quality</a>
      </p>
    </section>
  )
}
