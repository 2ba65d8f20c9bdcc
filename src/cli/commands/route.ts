import type { Operations } from '../../../sdk/src/types.gen.ts'
import { present } from '../../input/present.ts'
import { type Command, show, textOption, UsageError } from '../command.ts'
import { constraintOptions, constraintsOf, inOptions } from '../constraints.ts'
import { openService, serviceOptions } from '../service.ts'
import { factsOf, type Paint, paintFor, tableOf } from '../text.ts'

/** Asks a running service which tool server and model a task needs. */
export const command: Command = {
  name: 'route',
  summary: 'Ask which tool server and model to use for a task',
  usage: 'waymark route <task in plain words> [options] | route --workflow <slug> [options]',
  examples: [
    'waymark route "refund the last payment of customer 4711 in Stripe"',
    'waymark route "summarise this contract" --priority lowest_cost --json',
    'waymark route --workflow research-competitive-intelligence --trust-floor 6',
  ],
  words: Number.POSITIVE_INFINITY,
  options: {
    workflow: { type: 'string', value: '<slug>', says: 'A kind of work: its best tools if there is no task, otherwise a preference' },
    vertical: { type: 'string', value: '<slug>', says: 'Prefer tools of this line of business' },
    ...constraintOptions,
    ...serviceOptions,
  },
  async run(args, io) {
    const task = args.positionals.join(' ').trim()
    const workflow_slug = textOption(args, 'workflow')
    if (!task && !workflow_slug) throw new UsageError('Give a task or --workflow <slug>.')
    const { waymark, identity } = await openService(args, io)
    const places = { task: task || undefined, workflow_slug, vertical_slug: textOption(args, 'vertical'), agent_identity_id: identity }
    const answer = await waymark.call('route', { ...present(places), constraints: constraintsOf(args) })
    return show(args, io, { json: answer, text: textOf(answer, paintFor(io.colours)) })
  },
}

type Answer = Operations['route']['output']

function textOf(answer: Answer, paint: Paint): string {
  const { recommended_model: model, orchestration = [], routing_metadata: facts } = answer
  const skill = answer.recommended_skill ? `${answer.recommended_skill} (${answer.recommended_skill_name})` : undefined
  const lines = [
    factsOf(
      [
        ['approach', answer.approach],
        ['tool server', skill ?? (answer.approach === 'mcp_server' ? 'nothing in the catalog fits' : undefined)],
        ['model', model ? `${model.slug} (${model.provider}, ${model.tier})` : 'none satisfies every constraint'],
        ['confidence', `${Math.round(answer.confidence * 100)}%`],
        ['why', answer.reasoning],
        ['alternatives', answer.alternatives?.join(', ')],
        ['fallback', answer.fallback],
        ['suggestions', answer.suggestions?.join(' ')],
        ['note', answer.message],
        ['adjusted', inOptions(answer.warnings?.join('; ') ?? '')],
        ['decision', facts.decision_id],
      ],
      paint,
    ),
  ]
  if (orchestration.length > 0) {
    const rows = orchestration.map(({ step, recommended_skill, action }) => [String(step), recommended_skill ?? '-', action])
    lines.push('', tableOf(['step', 'tool server', 'action'], rows, paint))
  }
  return lines.join('\n')
}
