import type { FieldTerms } from './lexical.ts'
import { termsOf } from './terms.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { ToolTerms } from './word-cover.ts'
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

const MOST_ALIASES = 16
const MOST_CAPABILITIES = 24
const MOST_TOOLS = 100
const MOST_DESCRIPTION = 1200
const MOST_TOOL_DESCRIPTION = 300
/** A description shorter than this says too little, and the tools' names speak for the entry as well. */
const SHORT_DESCRIPTION = 40
const TOOLS_IN_HEAD = 24

/** The entry without self-praise and within bounds, so that a longer text earns nothing by its length. */
export function cleanEntry(entry: IndexEntry): Required<IndexEntry> {
  return {
    id: entry.id,
    name: entry.name,
    aliases: (entry.aliases ?? []).slice(0, MOST_ALIASES),
    capabilities: (entry.capabilities ?? []).slice(0, MOST_CAPABILITIES),
    description: withoutPraise(entry.description).slice(0, MOST_DESCRIPTION),
    tools: (entry.tools ?? []).slice(0, MOST_TOOLS).map(({ name, description }) => ({
      name,
      description: withoutPraise(description).slice(0, MOST_TOOL_DESCRIPTION),
    })),
    examples: entry.examples ?? [],
  }
}

export function fieldTermsOf(vocabulary: Vocabulary, entry: Required<IndexEntry>): FieldTerms {
  const terms = (texts: string[]) => texts.flatMap((text) => termsOf(vocabulary, text))
  return {
    name: termsOf(vocabulary, entry.name),
    aliases: terms(entry.aliases),
    capabilities: terms(entry.capabilities),
    toolNames: terms(entry.tools.map((tool) => tool.name)),
    description: termsOf(vocabulary, entry.description),
    toolDescriptions: terms(entry.tools.map((tool) => tool.description)),
    examples: terms(entry.examples),
  }
}

export function toolTermsOf(vocabulary: Vocabulary, entry: Required<IndexEntry>): ToolTerms[] {
  return entry.tools.map(({ name, description }) => ({ name: termsOf(vocabulary, name), description: termsOf(vocabulary, description) }))
}

/** The text by which an entry as a whole is compared in meaning. */
export function headText({ name, capabilities, description, tools }: Required<IndexEntry>): string {
  const head = `${name}. ${capabilities.join(', ')}. ${description}`
  if (description.length >= SHORT_DESCRIPTION) return head
  return `${head}. ${tools
    .slice(0, TOOLS_IN_HEAD)
    .map((tool) => tool.name)
    .join(', ')}`
}

export const toolText = (tool: IndexTool) => `${tool.name}: ${tool.description}`
