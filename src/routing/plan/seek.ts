import type { RoutingCatalog } from '../ports.ts'
import type { SingleTool } from '../tools/fit/fit.ts'
import { searchableText } from '../tools/query/searchable-text.ts'
import type { ToolAsk } from '../tools/rank.ts'
import { seekTold } from '../tools/seek-told.ts'
import { countriesIn } from '../understand/countries.ts'
import type { Piece } from '../understand/types.ts'
import type { Seek, SoughtPiece } from './features.ts'

export function seeker(ask: ToolAsk, catalog: RoutingCatalog): Seek {
  const known = new Map<string, SoughtPiece>()
  return (piece) => {
    const found = known.get(piece.text)
    if (found) return { ...found, piece }
    const sought = { piece, ...seek(piece, ask, catalog) }
    known.set(piece.text, sought)
    return sought
  }
}

export function seek(piece: Piece, asked: ToolAsk, catalog: RoutingCatalog): SingleTool & { ask: ToolAsk } {
  const { text, action, system, leansOn, toldKinds } = piece
  const products = leansOn ? [...leansOn.products, ...piece.products] : piece.products
  const query = searchableText(leansOn ? `${leansOn.action}, ${action}` : action, asked.language, products)
  // Where the task mentions a place, the work is done there, even if this step does not repeat it.
  const own = countriesIn(text)
  const countries = own.size > 0 ? own : (asked.countries ?? countriesIn(asked.text))
  const told = toldKinds ? { toldKinds } : {}
  const ask = { ...asked, ...told, text, query, products, system, countries, similarities: null, isOneStep: true }
  return { ask, ...seekTold(ask, catalog) }
}
