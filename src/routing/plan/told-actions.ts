import { wordSet } from '../../retrieval/word-list.ts'

const moving = wordSet(
  `put add copy move post share forward send email mail push sync import save log enter paste publish upload attach transfer turn convert
    invoice invite`,
)
const onlyPlace = /^put the results /

/**
 * "Add every contact in my sheet", "put the results to Mailchimp": where one verb was cut from its goal, it is looked up what there is to
 * move, and the verb goes with the goal.
 */
export function toldActions(actions: readonly string[]): string[] {
  const told = [...actions]
  for (const [at, action] of actions.entries()) {
    const before = told[at - 1]
    const [, verb = '', things] = /^(\S+)\s+(.+)$/s.exec(before ?? '') ?? []
    if (!things || !onlyPlace.test(action) || !moving.has(verb.toLowerCase())) continue
    told[at - 1] = `look up ${things}`
    told[at] = action.replace(onlyPlace, `${verb.toLowerCase()} the results `)
  }
  return told
}
