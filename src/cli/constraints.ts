import type { Operations } from '../../sdk/src/types.gen.ts'
import { present } from '../input/present.ts'
import { priorityWords } from '../routing/priority.ts'
import { type Arguments, numberOption, textOption } from './command.ts'

/** The limits a routing question may carry, under the names of the command line. */
export const constraintOptions = {
  priority: { type: 'string', value: '<word>', says: `What to prefer: ${priorityWords.join(', ')}` },
  'max-cost-usd': { type: 'string', value: '<n>', says: 'The most one run may cost, tool and model together' },
  'max-cost-per-mtok': { type: 'string', value: '<n>', says: 'The most a model may cost, in dollars per million input tokens' },
  latency: { type: 'string', value: '<level>', says: 'The slowest acceptable: low, medium or high latency' },
  'trust-floor': { type: 'string', value: '<0-10>', says: 'The least trust score of a tool server' },
  provider: { type: 'string', value: '<slug>', says: 'Only models of this provider, such as anthropic or openai' },
} as const

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

const renamed = new Map([
  ['latency_preference', 'latency'],
  ['preferred_provider', 'provider'],
])

/** What the service says about a constraint, with the option in place of its field. */
export function inOptions(text: string): string {
  return text.replace(/\bconstraints\.(\w+)/g, (_, field: string) => `--${renamed.get(field) ?? field.replaceAll('_', '-')}`)
}
