import { wordSet } from '../../retrieval/word-list.ts'
import { verbGiven } from '../understand/steps/places.ts'

const moving = wordSet(
  `put add copy move post share forward send email mail push sync import save log enter paste publish upload attach transfer turn convert
    invoice invite`,
)

/**
 * "Add every contact in my sheet", "put the results to Mailchimp": where one verb was cut from its goal, it is looked up what there is to
 * move, and the verb goes with the goal.
 */
export function toldActions(actions: readonly string[]): string[] {
  const told = [...actions]
  for (const [at, action] of actions.entries()) {
    const before = told[at - 1]
    const [, verb = '', things] = /^(\S+)\s+(.+)$/s.exec(before ?? '') ?? []
    if (!things || !action.startsWith(verbGiven) || !moving.has(verb.toLowerCase())) continue
    told[at - 1] = `look up ${things}`
    told[at] = `${verb.toLowerCase()} the results ${action.slice(verbGiven.length)}`
  }
  return told
}
