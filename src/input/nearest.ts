import { editDistance } from './edit-distance.ts'

/** What may have been meant, and every name that people write for it. */
export type Choice = { value: string; names: readonly string[] }

const longestWritten = 64
const shortestWritten = 2
const shortestBeginning = 3
/** Only whole words were left out or added, which is less of a mistake than a wrong letter. */
const wordsApart = 0.5

/** The values that were probably meant, nearest first. Upper case and the signs between words do not count. */
export function nearest(written: string, choices: Iterable<Choice>, most = 3): string[] {
  const wanted = wordsOf(written.slice(0, longestWritten))
  if (wanted.join('').length < shortestWritten) return []
  const near: { value: string; distance: number }[] = []
  for (const { value, names } of choices) {
    const distance = Math.min(...names.map((name) => distanceBetween(wanted, wordsOf(name))))
    if (distance < Number.POSITIVE_INFINITY) near.push({ value, distance })
  }
  near.sort((a, b) => a.distance - b.distance || a.value.length - b.value.length || (a.value < b.value ? -1 : 1))
  // Where a name was only written in another way, nothing else can have been meant.
  const isMeant = ({ distance }: { distance: number }) => distance === 0 || near[0]?.distance !== 0
  return near
    .filter(isMeant)
    .slice(0, most)
    .map(({ value }) => value)
}

/** The same among values that have no other names. */
export function nearestOf(written: string, values: readonly string[], most?: number): string[] {
  return nearest(
    written,
    values.map((value) => ({ value, names: [value] })),
    most,
  )
}

/** Whether two names differ at most in upper case and in the signs between their words. */
export const isSameName = (a: string, b: string) => wordsOf(a).join('') === wordsOf(b).join('')

/** Whether every word of a name is one of another: `agent_id` and `agent_identity_id`. */
export function isPartOfName(part: string, name: string): boolean {
  const [some, all] = [wordsOf(part), wordsOf(name)]
  return some.length > 0 && some.every((word) => all.includes(word))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

function distanceBetween(wanted: readonly string[], name: readonly string[]): number {
  const [written, known] = [wanted.join(''), name.join('')]
  if (written === known) return 0
  if (begins(written, name) || begins(known, wanted)) return wordsApart
  const limit = Math.max(1, Math.floor(written.length / 3))
  return editDistance(written, known, limit) ?? Number.POSITIVE_INFINITY
}

/** Whether a text is the first words of a name. */
function begins(text: string, words: readonly string[]): boolean {
  if (text.length < shortestBeginning) return false
  let begun = ''
  return words.some((word) => {
    begun += word
    return begun === text
  })
}
