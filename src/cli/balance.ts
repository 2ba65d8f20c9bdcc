import type { Command } from './command.ts'
import { openServiceToRead, requireIdentity, serviceOptions } from './service.ts'
import { factsOf, paintFor } from './text.ts'

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
    io.out(
      args.options.json
        ? JSON.stringify(answer)
        : factsOf(
            [
              ['agent', `${answer.agent_name} (${answer.trust_tier})`],
              ['credits', answer.total_routing_credits],
              ['reputation', answer.total_reputation_points],
              ['worth', `$${answer.economic_credits_usd}`],
              ['today', `${answer.earned_today} of ${answer.daily_cap}`],
              ['identity', answer.agent_identity_id],
            ],
            paintFor(io.colours),
          ),
    )
    return 0
  },
}
