/** The words of a text that is written as a list of them, over any number of lines. */
export const wordList = (text: string): string[] => text.trim().split(/\s+/)
export const wordSet = (text: string): ReadonlySet<string> => new Set(wordList(text))
