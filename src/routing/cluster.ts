import type { Tier } from '../catalog/models.ts'

/** Work of one kind: the tier of the model and, after the colon, the tool's capability or the task type. */
export function clusterKey(tier: Tier, signal: string): string {
  return `${tier}:${signal}`
}
