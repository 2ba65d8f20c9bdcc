import type { LexiconEntry } from '../src/routing/understand/types.ts'
import type { LabelledTask } from './understand-data.ts'

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
]

function row(t: string, n: 0 | 1, y: string, c: string): LabelledTask {
  return { t, n, m: 0, y, c, w: 0 }
}

/** Every example of the catalog needs its tool; every product can also be merely talked about. */
export function generatedTasks(catalog: readonly Entry[]): LabelledTask[] {
  return catalog.flatMap((entry, i) => {
    const name = entry.canonical_name.replace(/\s+(?:MCP|Server|\(.*\)).*$/i, '')
    const asked = (entry.examples ?? []).map((example) => row(example, 1, 'agentic', example.length > 70 ? 'moderate' : 'simple'))
    const told = [explainers[i % explainers.length]!, explainers[(i * 3 + 1) % explainers.length]!].map((make) =>
      row(make(name), 0, 'qa', 'simple'),
    )
    return [...asked, ...told]
  })
}
