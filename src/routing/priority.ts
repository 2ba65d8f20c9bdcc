/** What a model is chosen by. */
export const modelPriorities = ['lowest_cost', 'best_value', 'highest_quality'] as const
export type ModelPriority = (typeof modelPriorities)[number]

/** What a caller may ask for. */
export const priorityWords = [
  'lowest_cost',
  'best_value',
  'highest_quality',
  'best_quality',
  'best_efficiency',
  'highest_trust',
  'most_reliable',
] as const
export type PriorityWord = (typeof priorityWords)[number]

/** Of what only a tool can be chosen by, a model takes the usual middle. */
export function modelPriority(word: PriorityWord | undefined): ModelPriority {
  if (word === 'lowest_cost') return 'lowest_cost'
  if (word === 'highest_quality' || word === 'best_quality') return 'highest_quality'
  return 'best_value'
}
