const mostRead = 8000
const readAtEnd = 2000

/** A task that carries a document says what to do at its beginning or its end: only those are read, the rest is paid for. */
export function readPart(task: string): string {
  if (task.length <= mostRead) return task
  return `${task.slice(0, mostRead - readAtEnd)}\n${task.slice(-readAtEnd)}`.toWellFormed()
}
