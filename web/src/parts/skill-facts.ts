import type { Output } from '../../../sdk/src/transport.ts'
import { formatCount, wordsOf } from '../words.ts'

type Skill = Output<'compare_skills'>['skills'][number]

export const pricings = { free: 'free', freemium: 'freemium', usage: 'pay per use', paid: 'paid', unknown: 'unknown' }

/** What has to be there before it works; undefined where the catalog does not say. With `none` beside them, keys and accounts are optional. */
export function needsOf({ requires }: Pick<Skill, 'requires'>): string | undefined {
  if (requires.length === 0) return undefined
  const isOptional = (need: string) => requires.includes('none') && !need.startsWith('local_')
  const needs = requires.filter((need) => need !== 'none').map((need) => `${wordsOf(need)}${isOptional(need) ? ' (optional)' : ''}`)
  return needs.join(', ') || 'Nothing'
}

export const needsKey = ({ requires }: Pick<Skill, 'requires'>) => requires.includes('api_key') && !requires.includes('none')

/** What one asks about a tool before anything else, for all tools alike. */
export function factsOf(skill: Skill): [name: string, value: string][] {
  const { stars_counted, github_stars } = skill.skill_metrics
  return [
    ['Published by', `${skill.publisher ?? '–'}${skill.official ? ', official' : ''}`],
    ['Price', wordsOf(pricings[skill.pricing])],
    ['Licence', skill.license ?? '–'],
    ['Needs', needsOf(skill) ?? '–'],
    ['Stars', stars_counted ? formatCount(github_stars) : '–'],
  ]
}
