import type { CatalogEntry } from '../../catalog/schema.ts'
import { asksForWork } from '../understand/steps/requests.ts'
import type { SoughtPiece } from './features.ts'
import { areSeveral, canFollow } from './sought.ts'

const aServer = /\b(?:mcp|server)\b/i
/** "Read, write and move files", "search, crawl": several acts. */
const severalActs = /^\p{L}+(?:, \p{L}+)*(?:,| and|, and) \p{L}+ /iu

/**
 * A single function rather than a server with several: at most one tool is told of it, nothing that a server could be had from, and
 * neither its name nor its description speaks of more.
 */
function isFunction({ canonical_name, description, tools, packages, remotes = [], repo_url }: CatalogEntry): boolean {
  const isNowhere = packages.length === 0 && remotes.length === 0 && repo_url === null
  return (
    isNowhere && tools.length <= 1 && ![canonical_name, description].some((text) => aServer.test(text)) && !severalActs.test(description)
  )
}

/** Where the catalog holds single functions, none does the work of two orders: each that finds its own is a step. */
export function functionStarts(sought: readonly SoughtPiece[]): number[] | null {
  const starts: number[] = []
  for (const [at, one] of sought.entries()) {
    const [best] = one.ranking.ranked
    const before = sought[starts.at(-1) ?? -1]
    if (!asksForWork(one.piece.text) || !best) continue
    if (!isFunction(best.entry)) return null
    if (!before || canFollow(one, before)) starts.push(at)
  }
  return starts.length >= 2 && areSeveral(starts.map((at) => sought[at]!)) ? starts : null
}
