const mostRead = 8000
const readAtEnd = 2000

// Nobody writes so many for a reason, and where a pattern looks for what stands around blanks, it goes through a run of them again and again.
const longBlank = /\s{100,}/g

/**
 * A task that carries a document says what to do at its beginning or its end: only those are read, and the rest counts towards the
 * cost alone. Single characters that stand for several ("㈝") are written out before the text is cut, so that it stays within the bound.
 */
export function readPart(task: string): string {
  const folded = task.replace(longBlank, (blanks) => (blanks.includes('\n') ? '\n\n' : ' '))
  return bounded(bounded(folded).normalize('NFKC'))
}

function bounded(text: string): string {
  if (text.length <= mostRead) return text
  return `${text.slice(0, mostRead - readAtEnd - 1)}\n${text.slice(-readAtEnd)}`.toWellFormed()
}
