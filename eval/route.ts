import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openRouter } from './router.ts'

type Query = { id: string; query: string }

/** Asks the shipped catalog for each query of a file and writes one line for each answer. */
export async function evalRoute(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { queries: { type: 'string' }, out: { type: 'string' } } })
  if (!values.queries || !values.out) throw new Error('Usage: eval route --queries <tasks.jsonl> --out <run.jsonl>')
  const queries = readQueries(values.queries)
  const router = openRouter()
  const lines = queries.map(({ id, query }) => {
    const { approach, recommended_skill, alternatives, orchestration, tier, confidence } = router.ask(query)
    return JSON.stringify({
      id,
      approach,
      recommended_skill,
      alternatives,
      ...(orchestration ? { orchestration } : {}),
      tier,
      confidence,
    })
  })
  writeFileSync(values.out, `${lines.join('\n')}\n`)
}

export function readQueries<T extends Query = Query>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)
}
