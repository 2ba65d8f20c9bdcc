import type { Answer, ModelReport, Report, Waymark } from './interface.ts'
import { unavailable } from './unavailable.ts'

export type Recommendation = Answer<'route'>
type Measures = Partial<Pick<Report, 'latency_ms' | 'cost_usd' | 'quality_rating'>>
type Facts = Measures & Partial<Pick<Report, 'outcome' | 'skill_slug'> & Pick<ModelReport, 'model_slug' | 'input_tokens' | 'output_tokens'>>
/** What the wrapped function may tell about its own work, or about one step of the orchestration; all of it is optional. */
export type Told = Facts & { step?: number }
export type Work<T> = (recommendation: Recommendation, tell: (told: Told) => void) => Promise<T>

/**
 * Asks Waymark before the work, measures how long it took, reports after. Its answer is that of the work: whether Waymark answers
 * does not affect it, even if the client is set to throw, and the work's own failures pass through unchanged.
 */
export function withWaymark(waymark: Waymark) {
  return async function run<T>(task: string, work: Work<T>): Promise<T> {
    const recommendation = await waymark.route(task).catch(unavailable)
    let whole: Facts = {}
    const steps = new Map<number, Facts>()
    const started = performance.now()
    const report = (outcome: Report['outcome']) => {
      const done = { outcome, latency_ms: performance.now() - started, ...whole }
      // Whatever answered instead of Waymark, the work keeps its result.
      return reportAll(waymark, recommendation, done, steps).catch(() => {})
    }
    let value: T
    try {
      value = await work(recommendation, ({ step, ...more }) => {
        if (step === undefined) whole = { ...whole, ...more }
        else steps.set(step, { ...steps.get(step), ...more })
      })
    } catch (error) {
      await report('error')
      throw error
    }
    await report('success')
    return value
  }
}

type Done = Facts & Pick<Report, 'outcome'>

async function reportAll(waymark: Waymark, recommendation: Recommendation, done: Done, steps: ReadonlyMap<number, Facts>): Promise<void> {
  const decision_id = recommendation.routing_metadata?.decision_id ?? null
  const [first, ...others] = toolReports(recommendation, done, steps)
  const models = modelReports(recommendation, done, first !== undefined)
  // The first report is the one that is linked to the decision.
  if (first) await waymark.report({ ...first, decision_id }).catch(() => {})
  await Promise.allSettled([
    ...others.map((report) => waymark.report({ ...report, decision_id })),
    ...models.map((report) => waymark.reportModel({ ...report, decision_id })),
  ])
}

function toolReports({ recommended_skill, orchestration = [] }: Recommendation, done: Done, steps: ReadonlyMap<number, Facts>): Report[] {
  const used = done.skill_slug ?? recommended_skill
  if (used) return [{ ...measuresOf(done), skill_slug: used, outcome: done.outcome }]
  // Work that went wrong does not say in which step.
  const usual = done.outcome === 'success' ? done.outcome : undefined
  return orchestration.flatMap(({ step, recommended_skill }) => {
    const told = steps.get(step) ?? {}
    const skill_slug = told.skill_slug ?? recommended_skill
    const outcome = told.outcome ?? usual
    return skill_slug && outcome ? [{ ...measuresOf(told), skill_slug, outcome }] : []
  })
}

/** Where no tool is needed the recommended model does the work, unless another is told. */
function modelReports({ approach, recommended_model }: Recommendation, done: Done, hasTool: boolean): ModelReport[] {
  const { outcome, skill_slug, model_slug: told, ...facts } = done
  const model_slug = told ?? (approach === 'direct_llm' && !hasTool ? recommended_model?.slug : undefined)
  return model_slug ? [{ ...facts, model_slug, outcome_status: outcome === 'error' ? 'failure' : outcome }] : []
}

function measuresOf({ skill_slug, model_slug, outcome, input_tokens, output_tokens, ...measures }: Facts): Measures {
  return measures
}
