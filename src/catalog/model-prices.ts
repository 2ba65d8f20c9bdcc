import * as z from 'zod'
import { present } from '../input/present.ts'
import { isRecord } from '../input/record.ts'
import type { Model } from './models.ts'

/** What a price file may change of a model that we know. */
type PriceChange = {
  input_cost_per_mtok?: number
  output_cost_per_mtok?: number
  cached_input_cost_per_mtok?: number
  context_tokens?: number
  max_output_tokens?: number
}
type PriceRow = { provider: string; id: string; change: PriceChange }
export type ModelsReport = {
  read: number
  changed: { slug: string; changes: PriceChange }[]
  unchanged: number
  skipped: Record<string, number>
}

const price = z.number().min(0).max(1_000_000).optional().catch(undefined)
const tokens = z.int().min(1).max(1_000_000_000).optional().catch(undefined)

const modelsDev = z.object({
  models: z.record(
    z.string(),
    z.object({
      id: z.string().optional().catch(undefined),
      cost: z.object({ input: price, output: price, cache_read: price }).optional().catch(undefined),
      limit: z.object({ context: tokens, output: tokens }).optional().catch(undefined),
    }),
  ),
})
const liteLlm = z.object({
  litellm_provider: z.string(),
  mode: z.string().optional(),
  input_cost_per_token: price,
  output_cost_per_token: price,
  cache_read_input_token_cost: price,
  max_input_tokens: tokens,
  max_output_tokens: tokens,
})

/** Reads the whole file of models.dev (by provider) or LiteLLM (by model); undefined when it is neither. */
export function readPrices(file: unknown): PriceRow[] | undefined {
  if (!isRecord(file)) return undefined
  const rows = Object.entries(file).flatMap(([key, value]) => [...fromModelsDev(key, value), ...fromLiteLlm(key, value)])
  return rows.length > 0 ? rows : undefined
}

function fromModelsDev(provider: string, value: unknown): PriceRow[] {
  const parsed = modelsDev.safeParse(value)
  if (!parsed.success) return []
  return Object.entries(parsed.data.models).map(([key, { id, cost, limit }]) => ({
    provider,
    id: id ?? key,
    change: present({
      input_cost_per_mtok: cost?.input,
      output_cost_per_mtok: cost?.output,
      cached_input_cost_per_mtok: cost?.cache_read,
      context_tokens: limit?.context,
      max_output_tokens: limit?.output,
    }),
  }))
}

const hosts: Record<string, string> = {
  gemini: 'google',
  bedrock: 'amazon-bedrock',
  bedrock_converse: 'amazon-bedrock',
  text_completion_openai: 'openai',
}

function fromLiteLlm(key: string, value: unknown): PriceRow[] {
  const parsed = liteLlm.safeParse(value)
  if (!parsed.success) return []
  const { litellm_provider, ...row } = parsed.data
  const perMillion = (cost: number | undefined) => (cost === undefined ? undefined : Math.round(cost * 1e12) / 1e6)
  return [
    {
      provider: hosts[litellm_provider] ?? litellm_provider,
      id: key.startsWith(`${litellm_provider}/`) ? key.slice(litellm_provider.length + 1) : key,
      change: present({
        input_cost_per_mtok: perMillion(row.input_cost_per_token),
        output_cost_per_mtok: perMillion(row.output_cost_per_token),
        cached_input_cost_per_mtok: perMillion(row.cache_read_input_token_cost),
        context_tokens: row.max_input_tokens,
        max_output_tokens: row.max_output_tokens,
      }),
    },
  ]
}

/** Matches rows to our models by provider (or the host that serves it) and id. Models we do not know are counted, never added: a tier is a reviewed choice. */
export function planPrices(rows: readonly PriceRow[], models: readonly Model[]): ModelsReport {
  const byKey = new Map(models.map((model) => [keyOf(model.host ?? model.provider, model.provider_model_id), model]))
  const report: ModelsReport = { read: rows.length, changed: [], unchanged: 0, skipped: {} }
  const seen = new Set<string>()
  const skip = (reason: string) => {
    report.skipped[reason] = (report.skipped[reason] ?? 0) + 1
  }
  for (const { provider, id, change } of rows) {
    const model = byKey.get(keyOf(provider, id))
    if (!model) skip('not one of our models')
    else if (seen.has(model.slug)) skip('named twice')
    else if (Object.keys(change).length === 0) skip('has no figures')
    else {
      seen.add(model.slug)
      const changes = differences(model, change)
      if (Object.keys(changes).length === 0) report.unchanged++
      else report.changed.push({ slug: model.slug, changes })
    }
  }
  return report
}

function differences(model: Model, change: PriceChange): PriceChange {
  const fields = Object.keys(change) as (keyof PriceChange)[]
  return Object.fromEntries(fields.filter((field) => change[field] !== model[field]).map((field) => [field, change[field]]))
}

const keyOf = (provider: string, id: string) => `${provider}/${id.replace(/^.*\//, '')}`.toLowerCase()
