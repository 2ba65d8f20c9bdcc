import type { RoutingCatalog } from '../ports.ts'
import { fitOf, type SingleTool } from '../tools/fit/fit.ts'
import { serversOfSuite, suitesWith } from '../tools/products/suites.ts'
import { bestSlug, rankTools, type ToolAsk } from '../tools/rank.ts'
import { isSurelyPlace, type ProductMention } from '../understand/types.ts'
import type { PlanStep } from './steps-of.ts'

const isPlace = (product: ProductMention) => isSurelyPlace(product) && product.slugs.length > 0

/** The servers that work in a product, those of suites included. */
const reaching = ({ slugs }: ProductMention) => [...new Set([...slugs, ...suitesWith(slugs)])]

/** The one server of a suite that works in all the products a task names, two at least; null where there is none. */
export function ofOneSuite(plan: readonly PlanStep[] | null, ask: ToolAsk, catalog: RoutingCatalog): SingleTool | null {
  const named = (plan?.flatMap(({ products }) => products) ?? ask.products).filter(isPlace)
  if (new Set(named.map(({ name }) => name)).size < 2) return null
  const slugs = named.map(reaching).reduce((left, others) => left.filter((slug) => others.includes(slug)))
  const unnamed = plan?.filter(({ products }) => !products.some(isPlace)) ?? []
  const able = slugs.filter((slug) => unnamed.every((step) => doesKindOf(step, slug, catalog)))
  if (able.length === 0) return null
  const products = ask.products.map((product) => (isPlace(product) ? { ...product, slugs: able } : product))
  const ranking = rankTools({ ...ask, products }, catalog)
  const fit = fitOf(ranking, ask)
  return fit.fits && able.includes(bestSlug(ranking) ?? '') ? { ranking, fit } : null
}

/** Whether the kind of work that a step needs is among what the suite or one of its parts does. */
function doesKindOf({ ranking, fit }: PlanStep, suite: string, { get }: RoutingCatalog): boolean {
  const kind = fit.fits ? ranking.ranked[0]?.entry.capabilities[0] : undefined
  const kinds = [suite, ...serversOfSuite(suite)].flatMap((slug) => get(slug)?.capabilities ?? [])
  return kind !== undefined && kinds.includes(kind)
}
