import type { CatalogEntry, SkillScores } from '../catalog/schema.ts'
import type { SearchOptions, SearchResult } from '../retrieval/search-index.ts'
import type { Taught } from './evidence/wording/good-for.ts'
import type { EvidenceLookup } from './models/rank.ts'
import type { LlmReading } from './told-steps.ts'

/** What the engine reads of the catalog; the snapshot in memory satisfies it, and so does a handful of entries in a test. */
export type RoutingCatalog = {
  get: (slug: string) => CatalogEntry | undefined
  scoresOf: (slug: string) => SkillScores | undefined
  /** Servers that reach many products at once. */
  hubs: () => readonly CatalogEntry[]
  ofWorkflow: (workflow: string) => readonly CatalogEntry[]
  search: (text: string, options?: SearchOptions) => SearchResult
}

/** What reports say about a tool for one kind of work: 0 to 1, and how many independent reports that is worth. */
export type ToolEvidence = { mean: number; n_effective: number }

/** What a choice is based on beyond the catalog's own facts. Without reports every lookup returns null. */
export type Evidence = {
  tool: (slug: string, cluster: string) => ToolEvidence | null
  model: EvidenceLookup
  /** What tasks worded like this one say for or against each tool, by slug. */
  taught?: (task: string) => Taught
  /** Moves with every change of the evidence. */
  version: () => number
}

export const noEvidence: Evidence = { tool: () => null, model: () => null, version: () => 0 }

/** What this agent itself saw in this cluster; null under three samples. */
export type AgentMemory = (cluster: string) => { skill: string; success_rate: number } | null

export const noMemory: AgentMemory = () => null

/** A language model that labels tasks. Null when it is late, down or answers in another form. */
export type Classifier = { classify: (task: string, fingerprint: string) => Promise<LlmReading | null> }

/** How near each tool lies to the task by an outside measure, -1 to 1. */
export type Similarities = ReadonlyMap<string, number>

/** Compares a task with the texts of tools, by slug. Null when the endpoint is late, down or answers in another form. */
export type Embedder = { similarities: (task: string, documents: ReadonlyMap<string, string>) => Promise<Similarities | null> }
