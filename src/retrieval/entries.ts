import type { FieldTerms } from './lexical.ts'
import { termsOf } from './terms.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { ToolTerms } from './word-cover.ts'
import { withoutPraise } from './words.ts'

type IndexTool = { name: string; description: string }

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

const mostAliases = 16
const mostCapabilities = 24
const mostTools = 100
const mostDescriptionChars = 1200
const mostToolDescriptionChars = 300
/** A description shorter than this says too little, and the tools' names speak for the entry as well. */
const shortDescriptionChars = 40
const mostToolsInHead = 24

/** The entry without self-praise and within bounds, so that a longer text earns nothing by its length. */
export function cleanEntry(entry: IndexEntry): Required<IndexEntry> {
  return {
    id: entry.id,
    name: entry.name,
    aliases: (entry.aliases ?? []).slice(0, mostAliases),
    capabilities: (entry.capabilities ?? []).slice(0, mostCapabilities),
    description: withoutPraise(entry.description).slice(0, mostDescriptionChars),
    tools: (entry.tools ?? []).slice(0, mostTools).map(({ name, description }) => ({
      name,
      description: withoutPraise(description).slice(0, mostToolDescriptionChars),
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
  if (description.length >= shortDescriptionChars) return head
  return `${head}. ${tools
    .slice(0, mostToolsInHead)
    .map((tool) => tool.name)
    .join(', ')}`
}

export const toolText = (tool: IndexTool) => `${tool.name}: ${tool.description}`
