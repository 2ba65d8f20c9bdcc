const MARKERS = /(?:^|\s)(?:q\d+|step \d+|\d+)[:.)]\s+/gi
const SENTENCE_END = /(?<=[.!?;])\s+(?=\S)|\n+/
const CONNECTIVE = /,?\s+(?:and then|and also|then|after that|afterwards|as well as|followed by)\s+|,\s+(?:and|finally|plus)\s+/i
const FEWEST_WORDS = 3
const MOST_STEPS = 6

/** Splits a compound task into its parts; a task of one part gives none. */
export function splitSteps(task: string): string[] {
  const parts = task
    .replace(MARKERS, '\n')
    .split(SENTENCE_END)
    .flatMap((sentence) => sentence.split(CONNECTIVE))
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length >= FEWEST_WORDS)
  return parts.length > 1 ? parts.slice(0, MOST_STEPS) : []
}
