import type { Operations } from '../../sdk/src/types.gen.ts'
import { present } from '../present.ts'
import { type Arguments, numberOption, textOption } from './command.ts'

/** The limits a routing question may carry, under the names of the command line. */
export const constraintOptions = {
  priority: { type: 'string' },
  'max-cost-usd': { type: 'string' },
  'max-cost-per-mtok': { type: 'string' },
  latency: { type: 'string' },
  'trust-floor': { type: 'string' },
  provider: { type: 'string' },
} as const

export const constraintUsage =
  '[--priority best_value] [--max-cost-usd <n>] [--max-cost-per-mtok <n>] [--latency low|medium|high] [--trust-floor <0-10>] [--provider <slug>]'

type Constraints = NonNullable<Operations['route']['input']['constraints']>

/** Words are passed on as they are: the service knows which it takes, and says so. */
export function constraintsOf(args: Arguments): Constraints {
  return present({
    priority: textOption(args, 'priority') as Constraints['priority'],
    max_cost_usd: numberOption(args, 'max-cost-usd'),
    max_cost_per_mtok: numberOption(args, 'max-cost-per-mtok'),
    latency_preference: textOption(args, 'latency') as Constraints['latency_preference'],
    trust_floor: numberOption(args, 'trust-floor'),
    preferred_provider: textOption(args, 'provider'),
  }) as Constraints
}
