import type { Tier } from '../../catalog/models.ts'
import type { CatalogEntry, SkillScores } from '../../catalog/schema.ts'
import type { SearchResult } from '../../retrieval/search-index.ts'
import { toolCluster } from '../cluster.ts'
import { wordingStrengths } from '../evidence/wording-strength.ts'
import type { AgentMemory, Evidence, RoutingCatalog, Similarities } from '../ports.ts'
import type { PriorityWord } from '../tiers.ts'
import { countriesIn } from '../understand/countries.ts'
import type { KindChances, ProductMention } from '../understand/types.ts'
import { withAbleServers } from './able-servers.ts'
import { type Excluded, type ToolCaps, withinCaps } from './filter.ts'
import { kindOdds } from './kind-odds.ts'
import { isBoundTo, type NamedProducts, namedProducts } from './named-products.ts'
import { nearnessBonus } from './nearness.ts'
import { asksForChange, onlyReads } from './read-only.ts'
import { reportPull, scoreUnder } from './scores.ts'
import { servesElsewhere, servesThere } from './served-countries.ts'
import { capabilitiesOfSystem } from './system-capabilities.ts'

/** A task, or one step of it, that needs a tool. */
export type ToolAsk = {
  text: string
  /** What the index is searched with: the text in English, plus words for recognisable things in it (a file ending, a link). */
  query: string
  language: string
  /** True for one step of a task: the search does not split it any further. */
  isOneStep?: boolean
  /** The countries it is about; without them, those that its own text mentions. */
  countries?: ReadonlySet<string>
  products: readonly ProductMention[]
  by_hand_probability: number
  system: string | null
  /** Which kinds of tool the work calls for, where the reader was asked. */
  kinds?: KindChances
  tier: Tier
  priority: PriorityWord
  caps: ToolCaps
  vertical?: string | undefined
  workflow?: string | undefined
  /** The servers for what the agent's project is built with. */
  stack?: ReadonlySet<string> | undefined
  evidence: Evidence
  memory: AgentMemory
  similarities?: Similarities | null | undefined
}

export type ScoreParts = {
  retrieval: number
  product: number
  capability: number
  kind: number
  value: number
  evidence: number
  memory: number
  preference: number
}
export type RankedTool = {
  entry: CatalogEntry
  scores: SkillScores
  total: number
  parts: ScoreParts
  lexical: number
  semantic: number
  cosine: number
  /** Found out when it is asked for. No getter: each would give its object a shape of its own, which only a full garbage collection frees. */
  matchedTools: () => string[]
  n_effective: number
  /** What reports on similarly worded tasks add, within bounds, at full strength of wording. */
  taught: number
}
export type Ranking = {
  ranked: RankedTool[]
  /** The best of those that would do the work, but in other countries than the text mentions. */
  elsewhere: RankedTool | null
  named: NamedProducts
  search: SearchResult
  considered: number
  excluded: Excluded
  /** The product in the text is known, but a constraint rules out every server for it. */
  named_excluded: boolean
  /** Which tool would come first at each strength of wording. */
  firsts: string[]
  /** Whether the first is the best known of those that fit nearly as well, and not the best match. */
  is_by_renown?: boolean
  /** How likely the first is right if only wording put it there; null if something else did, or if that is unknown. */
  trust_in_wording: number | null
}

const searchDepth = 32

// In units of the retrieval score, whose best candidates usually lie between 6 and 15 and whose near-equals within about one.
const productPull = 6
const ownNamePull = 1
const capabilityPull = 0.8
const kindPull = 1.25
const readOnlyPush = 2.5
const valueSpan = 0.35
const evidenceSpan = 2.5
const mostTaught = 20
const mostByWording = 16
const memorySpan = 1
const preferencePull = 0.5
const pinnedPull = 0.5
const countryPull = 0.5

/**
 * Everything that could do the asked work within the caps and where it is to be done, best first; servers of a product that the text
 * names come before all others.
 */
export function rankTools(ask: ToolAsk, catalog: RoutingCatalog): Ranking {
  return rankFound(ask, catalog, catalog.search(ask.query, { limit: searchDepth, isOneStep: ask.isOneStep ?? false }))
}

const none = () => []

/** The same over earlier search results, now that more is known about the task. */
export function rankFound(ask: ToolAsk, catalog: RoutingCatalog, search: SearchResult): Ranking {
  const { found } = search
  const isForChange = asksForChange(ask.text)
  const named = namedProducts(isForChange ? withAbleServers(ask.products, found, catalog) : ask.products, ask.text, catalog.get)
  const lowest = found.at(-1)?.score ?? 0
  const hits = new Map(found.map((hit) => [hit.id, hit]))
  const taught = ask.evidence.taught?.(ask.text)
  const slugs = new Set([...hits.keys(), ...named.strength.keys(), ...strongest(taught?.pulls)])
  const wanted = capabilitiesOfSystem(ask.system)
  const countries = ask.countries ?? countriesIn(ask.text)
  const nearness = nearnessBonus(ask.similarities ?? null)
  const entries = [...slugs].flatMap((slug) => catalog.get(slug) ?? [])
  const { eligible, excluded } = withinCaps(entries, ask.caps, catalog)
  const pulls = boundedPulls(
    taught?.pulls,
    eligible.map(({ entry }) => entry.slug),
  )
  const weighed = eligible.map(({ entry, scores }): RankedTool => {
    const { slug } = entry
    const hit = hits.get(slug)
    const pull = pulls.get(slug) ?? 0
    const { parts, n_effective } = partsOf(ask, {
      entry,
      scores,
      named,
      wanted,
      isForChange,
      countries,
      retrieval: (hit?.score ?? lowest - 1) + nearness(slug),
      taught: pull * (taught?.strength ?? 0),
    })
    const total = Object.values(parts).reduce((sum, part) => sum + part, 0)
    const { lexical = 0, semantic = 0, cosine = 0 } = hit ?? {}
    return {
      entry,
      scores,
      total,
      parts,
      lexical,
      semantic,
      cosine,
      matchedTools: hit?.matchedTools ?? none,
      n_effective,
      taught: pull,
    }
  })
  const isBound = ({ entry }: RankedTool) => isBoundTo(named, entry.slug)
  const isElsewhere = (tool: RankedTool) => servesElsewhere(tool.entry, countries) && !isBound(tool)
  const isAble = (tool: RankedTool) => isBound(tool) && !(isForChange && onlyReads(tool.entry))
  const placeOf = (tool: RankedTool) => Number(isBound(tool)) + Number(isAble(tool))
  weighed.sort((a, b) => placeOf(b) - placeOf(a) || b.total - a.total || (a.entry.slug < b.entry.slug ? -1 : 1))
  const ranked = weighed.filter((tool) => !isElsewhere(tool))
  const isNamedLeft = ranked.some(isBound)
  const firsts = taught ? firstsOf(isNamedLeft ? ranked.filter(isBound) : ranked, taught.strength) : []
  const isByWording = taught !== undefined && ranked[0]?.entry.slug !== firsts[0]
  const trust_in_wording = isByWording ? taught.trust : null
  const named_excluded = named.isBinding && !isNamedLeft
  const elsewhere = weighed.find(isElsewhere) ?? null
  return { ranked, elsewhere, named, search, considered: slugs.size, excluded, named_excluded, firsts, trust_in_wording }
}

type Candidate = {
  entry: CatalogEntry
  scores: SkillScores
  named: NamedProducts
  wanted: ReadonlySet<string>
  isForChange: boolean
  countries: ReadonlySet<string>
  retrieval: number
  taught: number
}

function partsOf(
  ask: ToolAsk,
  { entry, scores, named, wanted, isForChange, countries, retrieval, taught }: Candidate,
): { parts: ScoreParts; n_effective: number } {
  const cluster = toolCluster(ask.tier, entry.capabilities)
  const reports = ask.evidence.tool(entry.slug, cluster)
  const remembered = ask.memory(cluster)
  const strength = named.strength.get(entry.slug) ?? 0
  const own = named.own.has(entry.slug) ? ownNamePull : 0
  const fits = entry.capabilities.some((capability) => wanted.has(capability))
  const vertical = ask.vertical && entry.verticals.includes(ask.vertical) ? preferencePull : 0
  const workflow = ask.workflow && entry.workflows.includes(ask.workflow) ? preferencePull : 0
  const country = servesThere(entry, countries) ? countryPull : 0
  return {
    parts: {
      retrieval,
      product: named.ruled_out.has(entry.slug) ? -productPull : strength * (productPull + own),
      capability: (fits ? capabilityPull : 0) - (isForChange && onlyReads(entry) ? readOnlyPush : 0),
      kind: ask.kinds ? kindPull * kindOdds(entry.capabilities, ask.kinds) : 0,
      value: (scoreUnder(ask.priority, scores) - 6) * valueSpan,
      evidence: reportPull(reports, evidenceSpan) + taught,
      memory: remembered?.skill === entry.slug ? memorySpan * (remembered.success_rate - 0.5) : 0,
      preference: vertical + workflow + country + (entry.pinned ? pinnedPull : 0),
    },
    n_effective: reports?.n_effective ?? 0,
  }
}

/** Limits what wording adds: the best tool gets at most `mostTaught`, and the others keep their distance to it, down to zero. */
function boundedPulls(pulls: ReadonlyMap<string, number> | undefined, slugs: readonly string[]): Map<string, number> {
  const said = slugs.flatMap((slug): [string, number][] => (pulls?.has(slug) ? [[slug, pulls.get(slug) ?? 0]] : []))
  const excess = Math.max(0, ...said.map(([, pull]) => pull - mostTaught))
  return new Map(said.map(([slug, pull]) => [slug, pull > 0 ? Math.max(0, pull - excess) : Math.max(-mostTaught, pull)]))
}

/** The tools that wording favours most; they become candidates even if the search did not find them. */
function strongest(pulls: ReadonlyMap<string, number> | undefined): string[] {
  const praised = [...(pulls ?? [])].filter(([, pull]) => pull > 0)
  return praised
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostByWording)
    .map(([slug]) => slug)
}

function firstsOf(ranked: readonly RankedTool[], strength: number): string[] {
  return wordingStrengths.map((other) => {
    let first = ''
    let most = Number.NEGATIVE_INFINITY
    for (const { entry, total, taught } of ranked) {
      const then = total + (other - strength) * taught
      if (then > most) [first, most] = [entry.slug, then]
    }
    return first
  })
}
