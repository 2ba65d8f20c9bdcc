/** What a thrown value says of itself; nearly always it is an error. */
export function thrownMessage(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : String(thrown)
}

/** The code that Node, SQLite and PostgreSQL give their errors. */
export function thrownCode(thrown: unknown): string | undefined {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  return typeof code === 'string' ? code : undefined
}
