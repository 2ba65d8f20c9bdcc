import { expect, test } from 'vitest'
import type { RankedTool, Ranking } from '../rank.ts'
import { tryAnother } from './try-another.ts'

type Given = { slug: string; price: number | null; quality: number; total?: number }

/** As much of a ranked tool as a trial looks at. */
function toolOf({ slug, price, quality, total = 10 }: Given): RankedTool {
  const entry = { slug, capabilities: ['web-search'], cost_usd_per_run: price, pinned: false }
  return { entry, scores: { overall_score: quality }, total, n_effective: 100 } as unknown as RankedTool
}

function triedOver(given: readonly Given[]): Set<string | undefined> {
  const ranking = { ranked: given.map(toolOf), named: { isBinding: false } } as unknown as Ranking
  const chances = Array.from({ length: 200 }, (_, i) => (i + 0.5) / 200)
  return new Set(chances.map((chance) => tryAnother(ranking, 'best_value', chance)?.tool.entry.slug))
}

test.each([
  ['a near-equal that costs no more is tried', 0.01, 0.01, 8, ['first', 'other']],
  ['one that is clearly worse is not', 0.01, 0, 4, ['first']],
  ['nor where the price of the first is not known', null, 0, 4, ['first']],
  ['a near-equal that is free is tried also where the price of the first is not known', null, 0, 8, ['first', 'other']],
  ['one that may cost more is not tried', 0.01, null, 8, ['first']],
  ['nor one that does', 0.01, 0.02, 8, ['first']],
])('%s', (_, firstPrice, otherPrice, otherQuality, tried) => {
  const first = { slug: 'first', price: firstPrice, quality: 8 }
  expect([...triedOver([first, { slug: 'other', price: otherPrice, quality: otherQuality }])].sort()).toEqual(tried)
})
