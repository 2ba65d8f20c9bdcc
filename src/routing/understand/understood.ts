import { readPart } from './read-part.ts'
import type { Understanding } from './types.ts'

/** A task as the part of it that is read was understood, and how many characters of it were not looked at. */
export function understood(
  task: string,
  understand: (read: string) => Understanding,
): { understanding: Understanding; unreadChars: number } {
  const understanding = understand(readPart(task))
  return { understanding, unreadChars: Math.max(0, task.length - understanding.text.length) }
}
