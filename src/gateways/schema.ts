import * as z from 'zod'
import { profileNames, providerNames, tierNames } from '../catalog/models.ts'

export const exportInput = z.object({
  profile: z.enum(profileNames).default('standard').describe('Which models may take part, as in the preferences of an agent'),
  providers: z
    .string()
    .trim()
    .toLowerCase()
    .max(200)
    .default('')
    .describe(`Providers you hold keys for, separated by commas: ${providerNames.join(', ')}; all when empty`),
})
export type ExportInput = z.output<typeof exportInput>

export const litellmInput = exportInput.extend({ format: z.enum(['yaml', 'json']).default('yaml') })

const deployment = z.object({
  model_name: z.string(),
  litellm_params: z.object({ model: z.string(), api_key: z.string().optional() }),
  model_info: z.object({
    mode: z.literal('chat'),
    base_model: z.string(),
    input_cost_per_token: z.number().optional(),
    output_cost_per_token: z.number().optional(),
  }),
})
export const litellmDocument = z.object({
  model_list: z.array(deployment),
  router_settings: z.object({ fallbacks: z.array(z.record(z.string(), z.array(z.string()))) }),
})
export type LitellmConfig = z.output<typeof litellmDocument>
export const litellmOutput = z.object({ config: litellmDocument, format: z.enum(['yaml', 'json']) })

export const openrouterOutput = z.object({
  tiers: z.record(
    z.string(),
    z.object({ models: z.array(z.string()).describe('In order of preference; send it as `models` of a request') }),
  ),
})

export const modelOutput = z.object({
  id: z.string().describe('waymark/<tier>'),
  object: z.literal('model'),
  created: z.int().describe('Release of the model behind it, in seconds'),
  owned_by: z.literal('waymark'),
  description: z.string(),
  resolves_to: z
    .object({
      slug: z.string(),
      provider: z.enum(providerNames),
      provider_model_id: z.string(),
      input_cost_per_mtok: z.number().nullable(),
      output_cost_per_mtok: z.number().nullable(),
    })
    .describe(
      'What this tier stands for in its usual work, at the priority best_value; for a task of its own, ask /api/route/model and use model_details.slug',
    ),
  fallbacks: z.array(z.string()),
})
export type ModelObject = z.output<typeof modelOutput>
export const modelsOutput = z.object({ object: z.literal('list'), data: z.array(modelOutput) })
export const modelInput = z.object({
  model: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .describe(`waymark/ and one of ${tierNames.join(', ')}`),
})
