import type { RouteReason } from '../../../src/routing/reasons/codes.ts'
import { reasonMeanings } from '../../../src/routing/reasons/meanings.ts'

/** Of several tools, where some have reports. */
const ofAnother = 'Tool: for another, without reports yet, its published facts alone counted.'

/** Why the answer is what it is, in sentences. The pages ask without an agent, so no profile is involved. */
export function reasonTexts(reasons: readonly RouteReason[]): string[] {
  const said = reasons.includes('tool_reports_considered') ? { ...reasonMeanings, tool_facts_only: ofAnother } : reasonMeanings
  return reasons.filter((reason) => reason !== 'profile_applied').map((reason) => said[reason])
}
