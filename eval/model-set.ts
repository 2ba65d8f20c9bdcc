import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Model, profileNames, type QualityPrior, type TierMaps, taskTypes, tierNames } from '../src/catalog/models.ts'
import { readJsonl } from './lines.ts'

export type Prompt = { id: string; prompt: string; task: string; split: string }
export type ModelSet = { names: string[]; prompts: Prompt[]; scores: Map<string, number[]> }

/** The score and the cost of each model on one prompt; null where it was not run. */
export type OutcomeRow = { id: string; s: (number | null)[]; c: (number | null)[] }

export function readModelFolder(folder: string): { models: string[]; prompts: Prompt[]; outcomes: OutcomeRow[] } {
  const { models }: { models: string[] } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'))
  return { models, prompts: readJsonl(join(folder, 'prompts.jsonl')), outcomes: readJsonl(join(folder, 'outcomes.jsonl')) }
}

/** A folder's prompts, and of each the score of every model that was run on all of them. */
export function readModelSet(folder: string): ModelSet {
  const { models, prompts, outcomes } = readModelFolder(folder)
  const known = models.map((_, at) => at).filter((at) => outcomes.every(({ s }) => s[at] != null))
  const scores = new Map(outcomes.map(({ id, s }) => [id, known.map((at) => s[at]!)]))
  return { names: known.map((at) => models[at]!), prompts: prompts.filter(({ id }) => scores.has(id)), scores }
}

/** A catalog of models of which nothing is known beforehand: each is open to every kind of work, at an unknown price. */
export function blankModels(names: readonly string[]): { models: Model[]; tierMaps: TierMaps } {
  const unknown: QualityPrior = { value: 6, n_figures: 0, sources: [], as_of: null, is_shrunk: true, is_guess: true }
  const quality = Object.fromEntries(taskTypes.map((type) => [type, unknown])) as Model['quality']
  const models = names.map(
    (slug): Model => ({
      slug,
      display_name: slug,
      provider: 'openai',
      host: null,
      provider_model_id: slug,
      input_cost_per_mtok: null,
      output_cost_per_mtok: null,
      cached_input_cost_per_mtok: null,
      context_tokens: 10_000_000,
      max_output_tokens: null,
      input_modalities: ['text'],
      tool_call: true,
      structured_output: null,
      reasoning: false,
      effort_levels: [],
      open_weights: false,
      jurisdiction: 'US',
      release_date: '2026-01-01',
      figures_under: '',
      tiers: [...tierNames],
      latency_class: 'medium',
      regulated_use: { is_suitable: true, reason: 'generally_available' },
      quality,
    }),
  )
  const [primary = '', ...fallbacks] = names
  const lists = Object.fromEntries(tierNames.map((tier) => [tier, { primary, fallbacks }])) as TierMaps['profiles']['standard']['tiers']
  const described = { reference_input_cost_per_mtok: null, tier_description: '', membership: '' }
  const tierMaps: TierMaps = {
    tiers: Object.fromEntries(tierNames.map((tier) => [tier, described])) as TierMaps['tiers'],
    profiles: Object.fromEntries(profileNames.map((name) => [name, { rule: '', tiers: lists }])) as TierMaps['profiles'],
  }
  return { models, tierMaps }
}
