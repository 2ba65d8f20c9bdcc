import type { Operations } from '../../../sdk/src/types.gen.ts'
import { present } from '../../input/present.ts'
import { type Arguments, type Command, numberOption, show, textOption, UsageError } from '../command.ts'
import { openService, type Service, serviceOptions } from '../service.ts'
import { withWarnings } from '../text.ts'

/** Tells a running service how a tool server or a model did. */
export const command: Command = {
  name: 'report',
  summary: 'Report how a tool server or a model did',
  usage: `waymark report <tool slug> <success|partial_success|failure|error> [options]
       waymark report --model <slug> <success|partial_success|failure|aborted> [options]`,
  examples: [
    'waymark report stripe-mcp success --latency-ms 840 --quality 9 --agent my-agent',
    'waymark report --model gpt-5-mini partial_success --cost-usd 0.002',
  ],
  words: 2,
  options: {
    model: { type: 'string', value: '<slug>', says: 'The model to report on, instead of a tool server' },
    'latency-ms': { type: 'string', value: '<n>', says: 'How long it took' },
    'cost-usd': { type: 'string', value: '<n>', says: 'What it cost' },
    quality: { type: 'string', value: '<0-10>', says: 'How good the result was' },
    decision: { type: 'string', value: '<id>', says: 'The decision of the answer that you followed' },
    'input-tokens': { type: 'string', value: '<n>', says: 'Tokens that a model read' },
    'output-tokens': { type: 'string', value: '<n>', says: 'Tokens that a model wrote' },
    ...serviceOptions,
  },
  async run(args, io) {
    const model = textOption(args, 'model')
    const [skill, outcome] = model ? [undefined, args.positionals[0]] : args.positionals
    if (!outcome || !(model ?? skill)) throw new UsageError('Say what was used and how it did.')
    if (model && args.positionals.length > 1) throw new UsageError('Name a tool server or a --model, not both, and one outcome.')
    const service = await openService(args, io)
    const thanks = model ? await reportModel(service, args, model, outcome) : await reportTool(service, args, skill ?? '', outcome)
    const unlinked = textOption(args, 'decision') === undefined ? undefined : whyUnlinked(thanks)
    const told = unlinked ? `${thanks.message}\nThe decision was not linked: ${unlinked}.` : thanks.message
    return show(args, io, { json: thanks, text: withWarnings(told, thanks) })
  },
}

/** A tool's report says how the decision stands in a word, a model's in its bonus. */
function whyUnlinked(thanks: Operations['report']['output'] | Operations['report_model']['output']): string | undefined {
  if (!('rewards' in thanks)) return thanks.decision === 'linked' ? undefined : thanks.decision
  return /^none: (.*)$/.exec(thanks.rewards.decision_bonus)?.[1]
}

function measured(args: Arguments, { identity }: Service) {
  return present({
    latency_ms: numberOption(args, 'latency-ms'),
    cost_usd: numberOption(args, 'cost-usd'),
    quality_rating: numberOption(args, 'quality'),
    decision_id: textOption(args, 'decision'),
    agent_identity_id: identity,
  })
}

/** The outcome is passed on as given: the service knows which words it takes, and says so. */
function reportTool(service: Service, args: Arguments, skill_slug: string, outcome: string) {
  type Outcome = Operations['report']['input']['outcome']
  return service.waymark.call('report', { skill_slug, outcome: outcome as Outcome, ...measured(args, service) })
}

function reportModel(service: Service, args: Arguments, model_slug: string, outcome: string) {
  type Outcome = Operations['report_model']['input']['outcome_status']
  const tokens = present({ input_tokens: numberOption(args, 'input-tokens'), output_tokens: numberOption(args, 'output-tokens') })
  return service.waymark.call('report_model', { model_slug, outcome_status: outcome as Outcome, ...tokens, ...measured(args, service) })
}
