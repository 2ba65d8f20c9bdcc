const markers = /(?:^|\s)(?:q\d+|step \d+|\d+)[:.)]\s+/gi
const sentenceEnd = /(?<=[.!?;])\s+(?=\S)|\n+/
const connective = /,?\s+(?:and then|and also|then|after that|afterwards|as well as|followed by)\s+|,\s+(?:and|finally|plus)\s+/i
const fewestWords = 3
const mostParts = 6

/** Splits a compound task into its parts; a task of one part gives none. */
export function splitParts(task: string): string[] {
  const parts = task
    .replace(markers, '\n')
    .split(sentenceEnd)
    .flatMap((sentence) => sentence.split(connective))
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length >= fewestWords)
  return parts.length > 1 ? parts.slice(0, mostParts) : []
}
