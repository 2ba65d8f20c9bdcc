import type { Encoder } from './encoder.ts'
import type { FieldTerms } from './lexical.ts'
import { termsOf } from './terms.ts'
import { withoutPraise } from './words.ts'

export type IndexTool = { name: string; description: string }

/** What the index knows of a tool server. */
export type IndexEntry = {
  id: string
  name: string
  aliases?: string[]
  capabilities?: string[]
  description: string
  tools?: IndexTool[]
  examples?: string[]
}

const MOST_TOOLS = 64
const MOST_DESCRIPTION = 1200
const MOST_TOOL_DESCRIPTION = 300

/** The entry without self-praise and within bounds, so that a longer text earns nothing by its length. */
export function cleanEntry(entry: IndexEntry): Required<IndexEntry> {
  return {
    id: entry.id,
    name: entry.name,
    aliases: (entry.aliases ?? []).slice(0, 16),
    capabilities: (entry.capabilities ?? []).slice(0, 24),
    description: withoutPraise(entry.description).slice(0, MOST_DESCRIPTION),
    tools: (entry.tools ?? []).slice(0, MOST_TOOLS).map(({ name, description }) => ({
      name,
      description: withoutPraise(description).slice(0, MOST_TOOL_DESCRIPTION),
    })),
    examples: entry.examples ?? [],
  }
}

export function fieldTermsOf(encoder: Encoder, entry: Required<IndexEntry>, examples: string[]): FieldTerms {
  const terms = (texts: string[]) => texts.flatMap((text) => termsOf(encoder, text))
  return {
    name: termsOf(encoder, entry.name),
    aliases: terms(entry.aliases),
    capabilities: terms(entry.capabilities),
    toolNames: terms(entry.tools.map((tool) => tool.name)),
    description: termsOf(encoder, entry.description),
    toolDescriptions: terms(entry.tools.map((tool) => tool.description)),
    examples: terms(examples),
  }
}

/** The text by which an entry as a whole is compared in meaning. */
export const headText = (entry: Required<IndexEntry>) => `${entry.name}. ${entry.capabilities.join(', ')}. ${entry.description}`
export const toolText = (tool: IndexTool) => `${tool.name}: ${tool.description}`
