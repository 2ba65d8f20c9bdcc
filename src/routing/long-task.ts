const mostRead = 8000
const readAtEnd = 2000

/**
 * A task that carries a document says what to do at its beginning or its end: only those are read, the rest is paid for. Letters
 * that stand for many ("㈝") are written out before, so that no text is longer when it is read than when it was accepted.
 */
export function readPart(task: string): string {
  return bounded(bounded(task).normalize('NFKC'))
}

function bounded(text: string): string {
  if (text.length <= mostRead) return text
  return `${text.slice(0, mostRead - readAtEnd)}\n${text.slice(-readAtEnd)}`.slice(0, mostRead).toWellFormed()
}
