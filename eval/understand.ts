/** Writes a run for a labelled folder: node eval/understand.ts <folder> <run.jsonl> */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lazySenses } from '../src/adapters/weights.ts'
import { buildLexicon, type ProductLexicon } from '../src/routing/understand/lexicon.ts'
import { understand } from '../src/routing/understand/understand.ts'

type Query = { id: string; query: string }
type CatalogLine = { id: string; name: string }

function readJsonl<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)
}

function lexiconOf(folder: string): ProductLexicon {
  try {
    const lines = readJsonl<CatalogLine>(join(folder, 'catalog.jsonl'))
    return buildLexicon(
      lines.map((line) => ({ slug: line.id, canonical_name: line.name, aliases: [] })),
      lazySenses(),
    )
  } catch {
    return buildLexicon([], lazySenses())
  }
}

export type UnderstandRun = { id: string; needs_tool: boolean; multi_tool: boolean; approach: string; p: number }

export function understandRun(folder: string): UnderstandRun[] {
  const lexicon = lexiconOf(folder)
  return readJsonl<Query>(join(folder, 'queries.jsonl')).map(({ id, query }) => {
    const result = understand(query, lexicon)
    const approach = result.multi_tool ? 'multi_tool' : result.signals.needs_tool ? 'mcp_server' : 'direct_llm'
    return {
      id,
      needs_tool: result.signals.needs_tool,
      multi_tool: result.multi_tool,
      approach,
      p: Math.round(result.needs_tool_probability * 1e4) / 1e4,
    }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, out] = process.argv.slice(2)
  if (!folder || !out) throw new Error('usage: node eval/understand.ts <folder> <run.jsonl>')
  writeFileSync(
    out,
    understandRun(folder)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )
}
