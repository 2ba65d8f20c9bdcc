import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { SkillFacts } from '../src/catalog/schema.ts'
import { planOf } from '../src/routing/plan/plan.ts'
import { seekTool } from '../src/routing/tools/fit/fit.ts'
import { type CatalogLine, factsOf } from './foreign-catalog.ts'
import { readJsonl, writeJsonl } from './lines.ts'
import { askFor } from './plain-ask.ts'
import { openRouter } from './router.ts'
import { UsageError } from './usage.ts'

type Query = { id: string; query: string; gold?: string[]; split?: string }

const rankedPerQuery = 20

/** Asks the engine every query of a folder over that folder's own catalog, and writes one line for each. */
export function evalTools(argv: string[]): void {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { out: { type: 'string' }, examples: { type: 'string' }, split: { type: 'string' } },
  })
  const [folder] = positionals
  if (!folder || !values.out) throw new UsageError('Usage: eval tools <folder> --out <run.jsonl> [--examples train] [--split dev]')
  const queries = readJsonl<Query>(join(folder, 'queries.jsonl'))
  const taught = values.examples === undefined ? [] : queries.filter(({ split }) => split === values.examples)
  const router = openRouter(catalogOf(folder, taught))
  const asked = queries.filter(({ split }) =>
    values.split ? split === values.split : values.examples === undefined || split !== values.examples,
  )
  writeJsonl(
    values.out,
    asked.map(({ id, query }) => ({ id, ...answer(router, query) })),
  )
}

function answer({ parts, read }: ReturnType<typeof openRouter>, query: string) {
  const { understanding } = read(query)
  const { needs_tool } = understanding.signals
  const ask = askFor(understanding)
  const single = seekTool(ask, parts.catalog)
  // How many tools a task takes is told apart from whether a model could do without them: a catalog may hold some for just that.
  const multi_tool = planOf({ understanding, ask, catalog: parts.catalog }, single) !== null
  const approach = needs_tool ? (multi_tool ? 'multi_tool' : 'mcp_server') : 'direct_llm'
  const ranked = single.ranking.ranked.slice(0, rankedPerQuery).map(({ entry }) => entry.slug)
  return { ranked, approach, needs_tool, multi_tool, confidence: single.fit.confidence }
}

/** The folder's own catalog, with the taught queries as examples of what they ask for. */
function catalogOf(folder: string, taught: readonly Query[]): SkillFacts[] {
  const file = join(folder, 'catalog.jsonl')
  if (!existsSync(file)) return []
  const examples = Map.groupBy(
    taught.flatMap(({ query, gold = [] }) => gold.map((id) => ({ id, query }))),
    ({ id }) => id,
  )
  return readJsonl<CatalogLine>(file).map((line) =>
    factsOf(
      line,
      (examples.get(line.id) ?? []).map(({ query }) => query),
    ),
  )
}
