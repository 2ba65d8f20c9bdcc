import type { Tier } from '../catalog/models.ts'

/** Work of one kind: the tier of the model, if we have it, and, after the colon, the tool's capability or the task type. */
export function clusterKey(tier: Tier | 'uncatalogued', signal: string): string {
  return `${tier}:${signal}`
}

/** The work a tool is reported and ranked for: its main capability, or `general` where none is known. */
export const toolCluster = (tier: Tier, capabilities: readonly string[]): string => clusterKey(tier, capabilities[0] ?? 'general')
