import { seeded } from '../eval/chance.ts'
import type { LexiconEntry } from '../src/routing/understand/types.ts'
import { isHeldExample, type LabelledTask } from './understand-data.ts'
import templates from './understand-templates.json' with { type: 'json' }

type Entry = LexiconEntry & { examples?: string[] }

const explainers = [
  (name: string) => `Explain what ${name} is used for`,
  (name: string) => `What is ${name} and who uses it?`,
  (name: string) => `How does ${name} compare with its competitors?`,
  (name: string) => `Write a short blog post about ${name}`,
  (name: string) => `what are the pros and cons of ${name}?`,
  (name: string) => `How do permissions work in ${name}?`,
  (name: string) => `I'm new to ${name}, give me a beginner's overview`,
  (name: string) => `Is ${name} a good choice for a small team?`,
  (name: string) => `Write sample code that calls the ${name} API`,
  (name: string) => `why would a company switch away from ${name}?`,
]

function row(t: string, n: 0 | 1, y: string, c: string, w: 0 | 1 = 0): LabelledTask {
  return { t, n, m: 0, y, c, w }
}

/** Every example of the catalog needs its tool. */
export function catalogExamples(catalog: readonly Entry[]): LabelledTask[] {
  return catalog.flatMap(({ examples = [], capabilities = [] }) =>
    examples.map((example, at) => ({
      ...row(example, 1, 'agentic', example.length > 70 ? 'moderate' : 'simple'),
      ...(isHeldExample(at) ? {} : { k: capabilities }),
    })),
  )
}

/** Every product can also be merely talked about. */
export function productTalk(catalog: readonly Entry[]): LabelledTask[] {
  return catalog.map((entry, i) => {
    const name = entry.canonical_name.replace(/\s+(?:MCP|Server|\(.*\)).*$/i, '')
    return row(explainers[i % explainers.length]!(name), 0, 'qa', 'simple')
  })
}

const slots: Record<string, string[]> = templates.slots
const fillingsPerTemplate = 14

/** Our own sentence patterns with varied names, places and numbers. */
export function filledTemplates(): LabelledTask[] {
  const random = seeded(23)
  const fill = (pattern: string) =>
    pattern.replace(/\{(\w+)\}/g, (_, slot: string) => {
      const choices = slots[slot] ?? [slot]
      return choices[Math.floor(random() * choices.length)]!
    })
  const rough = (text: string) => (random() < 0.25 ? text.toLowerCase().replace(/[?.!]$/, '') : text)
  const times = Array.from({ length: fillingsPerTemplate })
  const tool = templates.tool.flatMap((pattern) => times.map(() => row(rough(fill(pattern)), 1, 'agentic', 'simple')))
  const none = templates.none.flatMap(([type, level, creative, pattern]) =>
    times.map(() => row(rough(fill(String(pattern))), 0, String(type), String(level), creative === 1 ? 1 : 0)),
  )
  return [...tool, ...none]
}
