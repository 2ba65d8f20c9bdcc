/** The measurement was asked for wrongly: one line says how, without a trace. */
export class UsageError extends Error {}

export function numberIn(name: string, text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number) || number < 0) throw new UsageError(`--${name} must be a number, not "${text}".`)
  return number
}

const fileProblems: Record<string, string> = {
  ENOENT: 'There is no',
  ENOTDIR: 'There is no',
  EISDIR: 'A folder was given where a file is needed.',
  EACCES: 'Not allowed to use',
}

/** What the caller got wrong, in one line; undefined for a fault of ours. */
export function usageProblem(thrown: unknown): string | undefined {
  if (thrown instanceof UsageError) return thrown.message
  if (!(thrown instanceof Error)) return undefined
  const { code = '', path, message } = thrown as NodeJS.ErrnoException
  if (code.startsWith('ERR_PARSE_ARGS')) return message
  const problem = fileProblems[code]
  return problem && path !== undefined ? `${problem} ${path}` : problem
}
