import type { Tier } from '../../catalog/models.ts'
import type { CatalogEntry, SkillScores } from '../../catalog/schema.ts'
import type { Found, SearchResult } from '../../retrieval/search-index.ts'
import { toolCluster } from '../cluster.ts'
import type { Taught } from '../evidence/wording/good-for.ts'
import type { AgentMemory, Evidence, RoutingCatalog, Similarities } from '../ports.ts'
import type { PriorityWord } from '../priority.ts'
import { countriesIn } from '../understand/countries.ts'
import type { KindChances, ProductMention } from '../understand/types.ts'
import { type Excluded, type ScoredEntry, type ToolCaps, withinCaps } from './filter.ts'
import { createInsideWords } from './inside-words.ts'
import { kindOdds } from './kinds/odds.ts'
import { capabilitiesOfSystem } from './kinds/system-capabilities.ts'
import { nearnessBonus } from './nearness.ts'
import { withAbleServers } from './products/able-servers.ts'
import { isBoundTo, type NamedProducts, namedProducts } from './products/named.ts'
import { asksForChange, onlyReads } from './read-only.ts'
import { reportPull, scoreUnder } from './scores.ts'
import { servesElsewhere, servesThere } from './served-countries.ts'
import { boundedPulls, firstsByStrength, strongest } from './wording.ts'

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
  byHandProbability: number
  system: string | null
  /** Which kinds of tool the work calls for, where the reader was asked. */
  kinds?: KindChances
  /** Kinds of tool that a language model told; empty where it said that no kind does the work. */
  toldKinds?: readonly string[]
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
  namedExcluded: boolean
  /** Which tool would come first at each strength of wording. */
  firsts: string[]
  /** What put the first before a better match: of those that fit nearly as well it is the best known, or costs least. */
  firstBy?: 'renown' | 'price'
  /** How likely the first is right if only wording put it there; null if something else did, or if that is unknown. */
  trustInWording: number | null
}

/** The same ranking, with one of its tools put before all others. */
export function withFirst(first: RankedTool, ranking: Ranking, firstBy?: Ranking['firstBy']): Ranking {
  const rest = ranking.ranked.filter((tool) => tool !== first)
  return { ...ranking, ranked: [first, ...rest], ...(firstBy ? { firstBy } : {}) }
}

export const bestSlug = ({ ranked }: Pick<Ranking, 'ranked'>) => ranked[0]?.entry.slug

const searchDepth = 32

// In units of the retrieval score, whose best candidates usually lie between 6 and 15 and whose near-equals within about one.
const productPull = 6
const ownNamePull = 1
const capabilityPull = 0.8
const kindPull = 1.25
const readOnlyPush = 2.5
const insidePush = 3
const valueSpan = 0.35
const evidenceSpan = 2.5
const memorySpan = 1
const preferencePull = 0.5
const pinnedPull = 0.5
const countryPull = 0.5
/** Of a tool that the search did not find: so much less than the last one found. */
const behindFound = 1
/** A tool's score, 0 to 10, and an agent's success with it, 0 to 1, that speak neither for it nor against it. */
const middlingScore = 6
const evenSuccess = 0.5

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
  const countries = ask.countries ?? countriesIn(ask.text)
  const task: Task = { ask, named, isForChange, wanted: wantedBy(ask), countries, isInside: createInsideWords(ask.text, ask.language) }
  const taught = ask.evidence.taught?.(ask.text)
  const slugs = new Set([...found.map(({ id }) => id), ...named.strength.keys(), ...strongest(taught?.pulls)])
  const entries = [...slugs].flatMap((slug) => catalog.get(slug) ?? [])
  const { eligible, excluded } = withinCaps(entries, ask.caps, catalog)
  const weighed = weighAll(eligible, task, { found, taught })
  const rows = new Map(weighed.map((tool) => [tool, rowOf(tool, task)]))
  weighed.sort((a, b) => rows.get(b)! - rows.get(a)! || b.total - a.total || (a.entry.slug < b.entry.slug ? -1 : 1))
  const isBound = ({ entry }: RankedTool) => isBoundTo(named, entry.slug)
  const isElsewhere = (tool: RankedTool) => servesElsewhere(tool.entry, countries) && !isBound(tool)
  const ranked = weighed.filter((tool) => !isElsewhere(tool))
  const isNamedLeft = ranked.some(isBound)
  const firsts = taught ? firstsByStrength(isNamedLeft ? ranked.filter(isBound) : ranked, taught.strength) : []
  const isByWording = taught !== undefined && ranked[0]?.entry.slug !== firsts[0]
  const trustInWording = isByWording ? taught.trust : null
  const namedExcluded = named.isBinding && !isNamedLeft
  const elsewhere = weighed.find(isElsewhere) ?? null
  return { ranked, elsewhere, named, search, considered: slugs.size, excluded, namedExcluded, firsts, trustInWording }
}

const wantedBy = ({ system, toldKinds }: ToolAsk): ReadonlySet<string> => (toldKinds ? new Set(toldKinds) : capabilitiesOfSystem(system))

/** What all candidates are weighed by. */
type Task = {
  ask: ToolAsk
  named: NamedProducts
  isForChange: boolean
  /** Capabilities of the kind of system that the words name, or that a language model told. */
  wanted: ReadonlySet<string>
  countries: ReadonlySet<string>
  /** Whether the text has the name of an entry only inside of other words. */
  isInside: (entry: CatalogEntry) => boolean
}

/** Whether it only reads what the task asks to change: nothing else takes away so much. */
export const isHeldBack = ({ parts }: RankedTool) => parts.capability < 0

/** Servers that the task is bound to stand in front of all others, and those that can do it in front of those that only read. */
function rowOf({ entry }: RankedTool, { named, isForChange }: Task): 0 | 1 | 2 {
  if (!isBoundTo(named, entry.slug)) return 0
  return isForChange && onlyReads(entry) ? 1 : 2
}

type Told = { found: readonly Found[]; taught: Taught | undefined }

function weighAll(eligible: readonly ScoredEntry[], task: Task, { found, taught }: Told): RankedTool[] {
  const hits = new Map(found.map((hit) => [hit.id, hit]))
  const scoreOfUnfound = (found.at(-1)?.score ?? 0) - behindFound
  const nearness = nearnessBonus(task.ask.similarities ?? null)
  const slugs = eligible.map(({ entry }) => entry.slug)
  const pulls = boundedPulls(taught?.pulls, slugs)
  return eligible.map(({ entry, scores }) => {
    const { slug } = entry
    const hit = hits.get(slug)
    const pull = pulls.get(slug) ?? 0
    const retrieval = (hit?.score ?? scoreOfUnfound) + nearness(slug)
    const { parts, n_effective } = scorePartsOf({ entry, scores, retrieval, taught: pull * (taught?.strength ?? 0) }, task)
    const total = totalOf(parts)
    const { lexical = 0, semantic = 0, cosine = 0, matchedTools = none } = hit ?? {}
    return { entry, scores, total, parts, lexical, semantic, cosine, matchedTools, n_effective, taught: pull }
  })
}

const totalOf = ({ retrieval, product, capability, kind, value, evidence, memory, preference }: ScoreParts) =>
  retrieval + product + capability + kind + value + evidence + memory + preference

type Candidate = ScoredEntry & { retrieval: number; taught: number }

function scorePartsOf(
  { entry, scores, retrieval, taught }: Candidate,
  { ask, named, wanted, isForChange, countries, isInside }: Task,
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
      product: named.ruled_out.has(entry.slug)
        ? -productPull
        : strength * (productPull + own) - (strength === 0 && isInside(entry) ? insidePush : 0),
      capability: (fits ? capabilityPull : 0) - (isForChange && onlyReads(entry) ? readOnlyPush : 0),
      kind: ask.kinds ? kindPull * kindOdds(entry.capabilities, ask.kinds) : 0,
      value: (scoreUnder(ask.priority, scores) - middlingScore) * valueSpan,
      evidence: reportPull(reports, evidenceSpan) + taught,
      memory: remembered?.skill === entry.slug ? memorySpan * (remembered.success_rate - evenSuccess) : 0,
      preference: vertical + workflow + country + (entry.pinned ? pinnedPull : 0),
    },
    n_effective: reports?.n_effective ?? 0,
  }
}
