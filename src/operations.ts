import { registerAgent, updatePreferences } from './agents/operations.ts'
import { health, live } from './insights/operations.ts'
import type { Operation } from './operation.ts'

/** THE TABLE. Every face, the SDK types and the reference are loops over it. */
export const operations: readonly Operation[] = [registerAgent, updatePreferences, health, live]
