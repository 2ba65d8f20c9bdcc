import type { Output } from '../../../sdk/src/transport.ts'
import { formatCount, wordsOf } from '../words.ts'

type Skill = Output<'compare_skills'>['skills'][number]

export const pricings = { free: 'free', freemium: 'freemium', usage: 'pay per use', paid: 'paid', unknown: 'unknown' }

export const needsOf = ({ requires }: Pick<Skill, 'requires'>) => requires.map(wordsOf).join(', ') || 'Nothing'

/** What one asks about a tool before anything else, for all tools alike. */
export function factsOf(skill: Skill): [name: string, value: string][] {
  const { stars_counted, github_stars } = skill.skill_metrics
  return [
    ['Published by', `${skill.publisher ?? '–'}${skill.official ? ', official' : ''}`],
    ['Price', wordsOf(pricings[skill.pricing])],
    ['Licence', skill.license ?? '–'],
    ['Needs', needsOf(skill)],
    ['Stars', stars_counted ? formatCount(github_stars) : '–'],
  ]
}
