import type { Model, Provider, Tier } from '../catalog/models.ts'
import { aliasOf } from '../routing/models/tiers.ts'
import type { TierModels } from './resolve.ts'
import type { LitellmConfig, ModelObject } from './schema.ts'

const litellmPrefix: Record<Provider, string> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'gemini',
  mistral: 'mistral',
  deepseek: 'deepseek',
  meta: 'meta_llama',
}
const litellmHost: Record<string, string> = { 'amazon-bedrock': 'bedrock', groq: 'groq' }
const keyVariable: Record<string, string> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  gemini: 'GEMINI_API_KEY',
  mistral: 'MISTRAL_API_KEY',
  deepseek: 'DEEPSEEK_API_KEY',
  meta_llama: 'LLAMA_API_KEY',
  groq: 'GROQ_API_KEY',
}

/** Each tier is one model name; its fallbacks are names of their own, because deployments of one name would be used in turns. */
export function litellmConfig(tiers: readonly TierModels[]): LitellmConfig {
  const named = tiers.map(({ tier, models }) => models.map((model, i) => ({ name: nameOf(tier, i), model })))
  return {
    model_list: named.flat().map(({ name, model }) => deployment(name, model)),
    router_settings: {
      fallbacks: named.flatMap(([first, ...rest]) => (first && rest.length > 0 ? [{ [first.name]: rest.map(({ name }) => name) }] : [])),
    },
  }
}

const nameOf = (tier: Tier, i: number) => (i === 0 ? aliasOf(tier) : `${aliasOf(tier)}/fallback-${i}`)

function deployment(model_name: string, model: Model): LitellmConfig['model_list'][number] {
  const prefix = (model.host && litellmHost[model.host]) ?? litellmPrefix[model.provider]
  const key = keyVariable[prefix]
  const perToken = (perMillion: number | null) => (perMillion === null ? undefined : Number((perMillion / 1e6).toPrecision(6)))
  const input = perToken(model.input_cost_per_mtok)
  const output = perToken(model.output_cost_per_mtok)
  return {
    model_name,
    litellm_params: { model: `${prefix}/${model.provider_model_id}`, ...(key ? { api_key: `os.environ/${key}` } : {}) },
    model_info: {
      mode: 'chat',
      base_model: model.slug,
      ...(input === undefined ? {} : { input_cost_per_token: input }),
      ...(output === undefined ? {} : { output_cost_per_token: output }),
    },
  }
}

const openrouterPrefix: Record<Provider, string> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistralai',
  deepseek: 'deepseek',
  meta: 'meta-llama',
}
/** OpenRouter takes at most three models in one request. */
const mostOnOpenrouter = 3

export function openrouterModels({ models }: TierModels): string[] {
  return models.slice(0, mostOnOpenrouter).map(openrouterId)
}

/** Its ids write a version with a point and name the instruction-tuned weights. */
function openrouterId({ provider, slug }: Model): string {
  const pointed = provider === 'anthropic' ? slug.replace(/-(\d+)-(\d+)$/, '-$1.$2') : slug
  return `${openrouterPrefix[provider]}/${provider === 'meta' && /b$/.test(pointed) ? `${pointed}-instruct` : pointed}`
}

export function modelObject({ tier, tier_description, models: [first, ...rest] }: TierModels): ModelObject {
  return {
    id: aliasOf(tier),
    object: 'model',
    created: Math.floor(Date.parse(first.release_date) / 1000),
    owned_by: 'waymark',
    description: tier_description,
    resolves_to: {
      slug: first.slug,
      provider: first.provider,
      provider_model_id: first.provider_model_id,
      input_cost_per_mtok: first.input_cost_per_mtok,
      output_cost_per_mtok: first.output_cost_per_mtok,
    },
    fallbacks: rest.map(({ slug }) => slug),
  }
}
