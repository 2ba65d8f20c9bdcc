const whole = { most: 8000, atEnd: 2000 }

// Nobody writes so many for a reason, and where a pattern looks for what stands around blanks, it goes through a run of them again and again.
const longBlank = /\s{100,}/g

/**
 * A task that carries a document says what to do at its beginning or its end: only those are read, and the rest counts towards the
 * cost alone. Single characters that stand for several ("㈝") are written out before the text is cut, so that it stays within the bound.
 */
export function readPart(task: string): string {
  const folded = task.replace(longBlank, (blanks) => (blanks.includes('\n') ? '\n\n' : ' '))
  return bothEnds(bothEnds(folded, whole).normalize('NFKC'), whole)
}

/** Of a long text its beginning and its end, without half of a character where it was cut. */
export function bothEnds(text: string, { most, atEnd }: { most: number; atEnd: number }): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - atEnd - 1)}\n${text.slice(-atEnd)}`.toWellFormed()
}
