import type { Ranked } from './rules.ts'
import { type Comparison, components } from './schema.ts'

type Dimension = Comparison['dimensions'][number]
type Placing = Dimension['ranking'][number]

const wording: Record<Dimension['dimension'], string> = {
  output_quality: 'output quality',
  reliability: 'reliability',
  efficiency: 'efficiency',
  cost: 'low cost',
  trust: 'trust',
  value: 'overall value',
}
/** Differences smaller than this are called a tie: they are within what one report can move. */
const tieWithin = 0.05
const list = new Intl.ListFormat('en-GB')

/** Ranks the entries in every dimension and says in words who leads and on what grounds. */
export function compareSkills(ranked: readonly Ranked[]): Comparison {
  const dimensions = [...components.map((name) => dimensionOf(name, ranked)), dimensionOf('value', ranked)]
  const value = dimensions.at(-1)!
  return { dimensions, winner: value.winner, why: overallWhy(value, dimensions, ranked) }
}

function dimensionOf(dimension: Dimension['dimension'], ranked: readonly Ranked[]): Dimension {
  const scoreOf = ({ scores }: Ranked) => (dimension === 'value' ? scores.value_score : scores[dimension])
  const ranking = ranked
    .map((one) => ({ slug: one.entry.slug, score: scoreOf(one) }))
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
  const [first] = ranking as [Placing]
  const level = levelIn(ranking)
  const ahead = aheadOf(ranking.slice(level.length), ranked)
  if (level.length > 1)
    return { dimension, ranking, winner: null, why: `No real difference in ${wording[dimension]}: ${listOf(level, ranked)}${ahead}.` }
  const why = `${nameOf(first.slug, ranked)} leads in ${wording[dimension]} with ${first.score} of 10${ahead}.`
  return { dimension, ranking, winner: first.slug, why }
}

/** The first, and those too near it to be called worse. */
const levelIn = (ranking: readonly Placing[]) => ranking.filter(({ score }) => ranking[0]!.score - score < tieWithin)

function overallWhy(value: Dimension, dimensions: readonly Dimension[], ranked: readonly Ranked[]): string {
  const evidence = evidenceWords(ranked)
  if (!value.winner) {
    const level = levelIn(value.ranking).map(({ slug }) => nameOf(slug, ranked))
    const who = level.length === ranked.length ? 'They' : list.format(level)
    return `${who} come out level on overall value; choose by what each one is for. ${evidence}`
  }
  const leads = dimensions.filter(({ dimension, winner }) => dimension !== 'value' && winner === value.winner)
  const strengths = list.format(leads.map(({ dimension }) => wording[dimension]))
  const best = `${nameOf(value.winner, ranked)} offers the best value`
  return `${best}${strengths ? `, ahead in ${strengths}` : ', without leading in any one dimension'}. ${evidence}`
}

function evidenceWords(ranked: readonly Ranked[]): string {
  const without = ranked.filter(({ scores }) => scores.is_prior)
  if (without.length === ranked.length)
    return 'No outcomes are reported for any of them yet: the scores rest on publisher, licence, adoption and price.'
  const counts = ranked.map(({ entry, scores }) => `${entry.canonical_name} ${scores.evidence_count}`).join(', ')
  return `Reported outcomes behind this: ${counts}.`
}

const nameOf = (slug: string, ranked: readonly Ranked[]) => ranked.find(({ entry }) => entry.slug === slug)?.entry.canonical_name ?? slug
const aheadOf = (others: readonly Placing[], ranked: readonly Ranked[]) =>
  others.length === 0 ? '' : `, ahead of ${list.format(others.map(({ slug, score }) => `${nameOf(slug, ranked)} (${score})`))}`
const listOf = (placings: readonly Placing[], ranked: readonly Ranked[]) =>
  placings.map(({ slug, score }) => `${nameOf(slug, ranked)} ${score}`).join(', ')
