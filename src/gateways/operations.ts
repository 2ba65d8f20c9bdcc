import { type Context, operation } from '../calls/operation.ts'
import { tierNames } from '../catalog/models.ts'
import { ServiceError } from '../errors.ts'
import { excerpt } from '../excerpt.ts'
import { nearest } from '../input/nearest.ts'
import { aliasOf } from '../routing/models/tiers.ts'
import { litellmConfig, modelObject, openrouterModels } from './forms.ts'
import { providersIn, resolveTiers, type TierModels } from './resolve.ts'
import {
  type ExportInput,
  exportInput,
  litellmDocument,
  litellmInput,
  litellmOutput,
  modelInput,
  modelOutput,
  modelsOutput,
  openrouterOutput,
} from './schema.ts'
import { yamlOf } from './yaml.ts'

function tiersUnder({ routing }: Context, { profile, providers }: ExportInput): TierModels[] {
  const { known, unknown } = providersIn(providers)
  if (unknown.length > 0) {
    throw new ServiceError(
      'invalid_input',
      `There is no provider "${excerpt(unknown[0] ?? '', 64)}". Leave it out, or see GET /api/models.`,
      {
        details: [{ path: 'providers', message: 'holds an unknown provider' }],
      },
    )
  }
  const tiers = resolveTiers(routing.parts(), { profile, providers: known })
  if (tiers.length > 0) return tiers
  const problem = `No model of ${known.join(', ')} is open to the ${profile} profile. Name other providers, or another profile.`
  throw new ServiceError('invalid_input', problem, { details: [{ path: 'providers', message: `has no model for ${profile}` }] })
}

const anyModel: ExportInput = { profile: 'standard', providers: '' }

const exportLitellm = operation({
  name: 'export_litellm',
  group: 'gateways',
  http: 'GET /api/gateways/litellm',
  summary: 'The tier map as LiteLLM router configuration, with fallbacks',
  effect: 'read',
  input: litellmInput,
  output: litellmOutput,
  rest: ({ config, format }) => (format === 'json' ? { body: config } : { body: yamlOf(config), type: 'application/yaml; charset=utf-8' }),
  rest_output: litellmDocument,
  rest_media: ['application/yaml', 'application/json'],
  example: { profile: 'standard', providers: 'openai,anthropic' },
  run: async (context, { format, ...limits }) => ({ config: litellmConfig(tiersUnder(context, limits)), format }),
})

const exportOpenrouter = operation({
  name: 'export_openrouter',
  group: 'gateways',
  http: 'GET /api/gateways/openrouter',
  summary: 'The tier map as OpenRouter model lists',
  effect: 'read',
  input: exportInput,
  output: openrouterOutput,
  example: { profile: 'standard' },
  async run(context, limits) {
    const tiers = tiersUnder(context, limits)
    return { tiers: Object.fromEntries(tiers.map((one) => [aliasOf(one.tier), { models: openrouterModels(one) }])) }
  },
})

const listAliases = operation({
  name: 'list_model_aliases',
  group: 'gateways',
  http: 'GET /v1/models',
  summary: 'The tiers as models in the format of the OpenAI API, each with the model it currently stands for',
  effect: 'read',
  input: exportInput,
  output: modelsOutput,
  example: {},
  run: async (context, limits) => ({ object: 'list' as const, data: tiersUnder(context, limits).map(modelObject) }),
})

const getAlias = operation({
  name: 'get_model_alias',
  group: 'gateways',
  http: 'GET /v1/models/{model}',
  // Many clients of that API put a name into the path as it is, with its slash.
  also: ['GET /v1/models/waymark/{model}'],
  summary: 'One tier as a model in the format of the OpenAI API',
  effect: 'read',
  input: modelInput,
  output: modelOutput,
  example: { model: 'waymark/fast_code' },
  async run(context, { model }) {
    const wanted = model.replace(/^waymark\//, '')
    const found = tiersUnder(context, anyModel).find(({ tier }) => tier === wanted)
    if (found) return modelObject(found)
    throw new ServiceError('not_found', `There is no alias "${model}". Use one of ${tierNames.map(aliasOf).join(', ')}.`, {
      did_you_mean: nearest(wanted, aliasChoices),
    })
  },
})

const aliasChoices = tierNames.map((tier) => ({ value: aliasOf(tier), names: [tier] }))

export const gatewayOperations = [exportLitellm, exportOpenrouter, listAliases, getAlias]
