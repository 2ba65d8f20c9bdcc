import { type Command, show } from '../command.ts'
import { openServiceToRead, requireIdentity, serviceOptions } from '../service.ts'
import { factsOf, paintFor } from '../text.ts'

/** Shows what an agent has earned at a running service. */
export const command: Command = {
  name: 'balance',
  summary: 'Show the credits and reputation of an agent',
  usage: 'waymark balance [options]',
  examples: ['waymark balance --agent my-agent', 'WAYMARK_AGENT=my-agent waymark balance --json'],
  options: serviceOptions,
  async run(args, io) {
    const service = await openServiceToRead(args, io)
    const answer = await service.waymark.call('balance', { agent_identity_id: requireIdentity(service) })
    const facts: [string, unknown][] = [
      ['agent', `${answer.agent_name} (${answer.trust_tier})`],
      ['credits', answer.total_routing_credits],
      ['reputation', answer.total_reputation_points],
      ['worth', `$${answer.economic_credits_usd}`],
      ['today', `${answer.earned_today} of ${answer.daily_cap}`],
      ['identity', answer.agent_identity_id],
    ]
    return show(args, io, { json: answer, text: factsOf(facts, paintFor(io.colours)) })
  },
}
