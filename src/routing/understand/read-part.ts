const mostRead = 8000
const readAtEnd = 2000

/**
 * A task that carries a document says what to do at its beginning or its end: only those are read, and the rest counts towards the
 * cost alone. Single characters that stand for several ("㈝") are written out before the text is cut, so that it stays within the bound.
 */
export function readPart(task: string): string {
  return bounded(bounded(task).normalize('NFKC'))
}

function bounded(text: string): string {
  if (text.length <= mostRead) return text
  return `${text.slice(0, mostRead - readAtEnd)}\n${text.slice(-readAtEnd)}`.slice(0, mostRead).toWellFormed()
}
