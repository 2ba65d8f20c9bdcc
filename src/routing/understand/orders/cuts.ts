import { isInstructionVerb } from '../words/action-verbs.ts'

const cutBefore = /\s+(?=\p{Lu}\p{Ll}+[\s:,'’])|(?<=\s|^)(?=[([])|(?<!\p{Lu}{2})\s+(?=\p{Lu}{2,}[\s:,])|(?<=[#\])}>"'`])\s+/gu
const dangling = /(?:^|\s)(?:\p{Lu}[\p{L}\d]*|an?|the|in|on|at|to|of|from|for|with|by|via|into|our|my|your|and|or)\s*$/u
const nextName = /^\s*(\p{Lu}[\p{L}\d]*)(?=\s)/u

const longestName = 3
const nearby = 40

/** Where a sentence may be cut in two. A name is not parted from the words that lead to it: "tell the team in Slack" stays whole. */
export function cutsOf(sentence: string, most: number): [string, string][] {
  return [...sentence.matchAll(cutBefore)].slice(0, most).map(({ index }) => {
    let end = index
    for (let words = 0; words < longestName; words++) {
      const name = nextName.exec(sentence.slice(end, end + nearby))
      if (!name || !dangling.test(sentence.slice(Math.max(0, end - nearby), end)) || isInstructionVerb(name[1]!.toLowerCase())) break
      end += name[0].length
    }
    return [sentence.slice(0, end), sentence.slice(end).trimStart()]
  })
}
