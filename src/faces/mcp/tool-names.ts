import type { Operation } from '../../calls/operation.ts'
import { isRecord } from '../../input/record.ts'
import { routesOf } from '../face.ts'

/** The fields that hold this service's own sentences. In all others a path may be somebody else's, such as in a task or a description. */
const ownTexts = new Set(['error', 'message', 'why', 'hint', 'requirements', 'decision_bonus'])

const mention = /(?:\b(?:GET|POST|PUT|PATCH|DELETE) |(?<![\w/]))\/api\/[\w/-]*\w(?:\?[^\s"]*)?/g

export type ToolNames = <T>(value: T) => T

/** Says an answer to a caller of tools: where a sentence names a path, the tool which does the same. */
export function createToolNames(table: readonly Operation[]): ToolNames {
  const names = namesOf(table)

  function inTools(text: string): string {
    return text.replace(mention, (mentioned) => {
      const at = mentioned.indexOf('?')
      const path = at < 0 ? mentioned : mentioned.slice(0, at)
      const name = names.get(path)
      if (name === undefined) return mentioned
      return at < 0 ? name : `${name} with ${JSON.stringify(Object.fromEntries(new URLSearchParams(mentioned.slice(at))))}`
    })
  }

  function told(value: unknown, isOwn: boolean): unknown {
    if (typeof value === 'string') return isOwn ? inTools(value) : value
    if (Array.isArray(value)) return value.map((item) => told(item, isOwn))
    if (!isRecord(value)) return value
    // What was sent is shown again as it was sent.
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === 'arguments' ? inner : told(inner, ownTexts.has(key))]),
    )
  }

  // Texts stay texts and nothing else changes, so the type stays too.
  return <T>(value: T) => told(value, false) as T
}

/** By method and path, and by the path alone where one row has it. */
function namesOf(table: readonly Operation[]): ReadonlyMap<string, string> {
  const routes = table.flatMap((row) => routesOf(row).map(({ method, path }) => ({ row, method, path })))
  const isOneRow = (wanted: string) => new Set(routes.filter(({ path }) => path === wanted).map(({ row }) => row)).size === 1
  return new Map(
    routes.flatMap(({ row: { tool, tool_instead = tool }, method, path }): [string, string][] => {
      if (tool_instead === undefined) return []
      return [[`${method} ${path}`, tool_instead], ...(isOneRow(path) ? [[path, tool_instead] as [string, string]] : [])]
    }),
  )
}
