import { present } from '../../input/present.ts'
import { type Command, show, UsageError } from '../command.ts'
import { constraintOptions, constraintsOf, inOptions } from '../constraints.ts'
import { openService, serviceOptions } from '../service.ts'
import { factsOf, paintFor } from '../text.ts'

/** Asks a running service which language model a task needs. */
export const command: Command = {
  name: 'model',
  summary: 'Ask which language model to use for a task',
  usage: 'waymark model <task in plain words> [options]',
  examples: ['waymark model "prove that the square root of 2 is irrational"', 'waymark model "tag this ticket" --max-cost-per-mtok 0.2'],
  words: Number.POSITIVE_INFINITY,
  options: { ...constraintOptions, ...serviceOptions },
  async run(args, io) {
    const task = args.positionals.join(' ').trim()
    if (!task) throw new UsageError('Say what the task is.')
    const { waymark, identity } = await openService(args, io)
    const answer = await waymark.call('route_model', {
      task,
      constraints: constraintsOf(args),
      ...present({ agent_identity_id: identity }),
    })
    const { model_details: model, estimated_cost: cost, escalation, fallback_chain, routing_metadata } = answer
    const price = model && `$${model.input_cost_per_mtok ?? '?'} in, $${model.output_cost_per_mtok ?? '?'} out per million tokens`
    const facts: [string, unknown][] = [
      ['model', model ? `${model.slug} (${model.provider})` : 'none satisfies every constraint'],
      ['price', price],
      ['tier', `${answer.tier}: ${answer.tier_description}`],
      ['estimated', cost.estimated_usd === null ? undefined : `$${cost.estimated_usd} for this task`],
      ['confidence', `${Math.round(answer.confidence * 100)}%`],
      ['fallbacks', fallback_chain.map(({ slug }) => slug).join(', ')],
      ['escalate to', escalation ? `${escalation.tier} when: ${escalation.trigger}` : undefined],
      ['note', answer.message],
      ['adjusted', inOptions(answer.warnings?.join('; ') ?? '')],
      ['decision', routing_metadata.decision_id],
    ]
    return show(args, io, { json: answer, text: factsOf(facts, paintFor(io.colours)) })
  },
}
