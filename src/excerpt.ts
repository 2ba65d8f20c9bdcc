/** The beginning of a text, for showing: never with half of a character, which no store and few readers take. */
export const excerpt = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
