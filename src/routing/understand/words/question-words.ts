export const questionWords = ['what', 'which', 'who', 'whose', 'when', 'where', 'why', 'how'] as const

/** For use within a pattern: any of them. */
export const questionWord = `(?:${questionWords.join('|')})`
