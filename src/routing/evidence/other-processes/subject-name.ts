import type { Subject } from '../book.ts'

/** A subject in one word, as the processes on a store name it to each other. */
export const nameOfSubject = ({ kind, subject }: Subject) => `${kind}:${subject}`

export function subjectNamed(name: string): Subject | undefined {
  const at = name.indexOf(':')
  const [kind, subject] = [name.slice(0, at), name.slice(at + 1)]
  return kind === 'tool' || kind === 'model' ? { kind, subject } : undefined
}
