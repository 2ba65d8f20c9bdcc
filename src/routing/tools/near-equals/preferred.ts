import type { SingleTool } from '../fit/fit.ts'
import type { ToolAsk } from '../rank.ts'
import { preferringLowerPrice } from './lower-price.ts'
import { preferringStack } from './project-stack.ts'
import { preferringRenowned } from './renown.ts'

/** What puts another of the tools that fit about equally well first; what comes last has the last word. */
export function preferred<Found extends SingleTool>(found: Found, ask: ToolAsk): Found {
  return preferringStack(preferringLowerPrice(preferringRenowned(found, ask), ask), ask)
}
