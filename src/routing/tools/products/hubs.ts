import type { SkillFacts } from '../../../catalog/schema.ts'

export const isHub = ({ capabilities }: Pick<SkillFacts, 'capabilities'>) => capabilities[0] === 'automation-hub'
/** One that signs the agent in to the apps themselves; others run what somebody built in them before. */
export const isStandIn = (entry: Pick<SkillFacts, 'capabilities' | 'requires'>) => isHub(entry) && entry.requires.includes('oauth')
