import type { Model } from '../catalog/models.ts'
import type { CatalogEntry } from '../catalog/schema.ts'
import type { ModelMeasures, ToolMeasures } from '../credits/rules.ts'
import { clusterKey, toolCluster } from '../routing/cluster.ts'
import type { NewOutcome } from './act.ts'
import { type modelOutcomes, successOf, type toolOutcomes } from './rules.ts'

type Source = NewOutcome['source']

const measuresOf = ({ quality, latency_ms, cost_usd }: ToolMeasures) => ({
  quality: quality ?? null,
  latency_ms: latency_ms ?? null,
  cost_usd: cost_usd ?? null,
})

type ToolRun = ToolMeasures & { outcome: (typeof toolOutcomes)[number]; task_fingerprint?: string | undefined }
type Tool = Pick<CatalogEntry, 'slug' | 'capabilities'>

/** One run of a tool server as an outcome; its cluster is replaced by that of a decision on one tool when it is linked. */
export function toolOutcomeOf(outcome_id: string, { slug, capabilities }: Tool, run: ToolRun, source: Source): NewOutcome {
  return {
    outcome_id,
    kind: 'tool',
    subject: slug,
    outcome: run.outcome,
    success: successOf(run.outcome),
    ...measuresOf(run),
    input_tokens: null,
    output_tokens: null,
    cluster: toolCluster('tool_agent', capabilities),
    source,
    task_fingerprint: run.task_fingerprint,
  }
}

type ModelRun = ModelMeasures & { model_slug: string; outcome_status: (typeof modelOutcomes)[number] }

/** The model of the catalog that a report means: by its slug, or by the name that its provider knows it under, in whatever letters. */
export function modelNamed(models: readonly Model[], named: string): Model | undefined {
  const lower = named.toLowerCase()
  return (
    models.find(({ slug }) => slug === named) ??
    models.find(({ slug, provider_model_id }) => [slug, provider_model_id].some((name) => name.toLowerCase() === lower))
  )
}

export function modelOutcomeOf(outcome_id: string, model: Pick<Model, 'tiers'> | undefined, run: ModelRun): NewOutcome {
  return {
    outcome_id,
    kind: 'model',
    subject: run.model_slug,
    outcome: run.outcome_status,
    success: successOf(run.outcome_status),
    ...measuresOf(run),
    input_tokens: run.input_tokens ?? null,
    output_tokens: run.output_tokens ?? null,
    cluster: clusterKey(model?.tiers[0] ?? 'uncatalogued', 'general'),
    source: 'model_report',
  }
}
