import { parseArgs } from 'node:util'
import { readJsonl, writeJsonl } from './lines.ts'
import { openRouter } from './router.ts'
import { UsageError } from './usage.ts'

type Query = { id: string; query: string }

/** Asks the shipped catalog for each query of a file and writes one line for each answer. */
export function evalRoute(argv: string[]): void {
  const { values } = parseArgs({ args: argv, options: { queries: { type: 'string' }, out: { type: 'string' } } })
  if (!values.queries || !values.out) throw new UsageError('Usage: eval route --queries <tasks.jsonl> --out <run.jsonl>')
  const queries = readJsonl<Query>(values.queries)
  const router = openRouter()
  writeJsonl(
    values.out,
    queries.map(({ id, query }) => ({ id, ...router.ask(query) })),
  )
}
