import type { CatalogEntry } from '../../catalog/schema.ts'
import { firstVerbOf } from '../understand/steps/steps.ts'
import type { SoughtPiece } from './features.ts'
import { areSeveral, canFollow } from './sought.ts'

const inCode = /^[a-z]\w*(?:[_.]\w+|\p{Lu}\p{Ll}\w*)+$/u
const aServer = /\b(?:mcp|server)\b/i

/**
 * A single function rather than a server with several: it is called so or described as one act, at most one tool is told of it, and
 * nothing that a server could be had from.
 */
function isFunction({ canonical_name, description, tools, packages, remotes = [], repo_url }: CatalogEntry): boolean {
  if (tools.length > 1 || packages.length > 0 || remotes.length > 0 || repo_url !== null || aServer.test(canonical_name)) return false
  return inCode.test(canonical_name) || firstVerbOf(description) !== undefined
}

/** Where the catalog holds single functions, none does the work of two orders: each that finds its own is a step. */
export function functionStarts(sought: readonly SoughtPiece[]): number[] | null {
  const starts: number[] = []
  for (const [at, one] of sought.entries()) {
    const [best] = one.ranking.ranked
    const before = sought[starts.at(-1) ?? -1]
    if (!one.piece.instructs || !best) continue
    if (!isFunction(best.entry)) return null
    if (!before || canFollow(one, before)) starts.push(at)
  }
  return starts.length >= 2 && areSeveral(starts.map((at) => sought[at]!)) ? starts : null
}
