import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeed } from '../src/adapters/seed.ts'
import type { SkillFacts } from '../src/catalog/schema.ts'

/** The shipped entries, then as many more as wanted whose words are drawn from them: same vocabulary, no two alike. Imports bring no examples. */
export function madeUp(size: number): SkillFacts[] {
  const { skills } = readSeed()
  const words = skills.flatMap(({ description }) => description.split(' '))
  const entries = skills.slice(0, size)
  for (let i = entries.length; i < size; i++) {
    const base = skills[i % skills.length]!
    const drawn = Array.from({ length: 24 }, (_, n) => words[(i * 7919 + n * 104_729 + n * n * i) % words.length])
    const description = drawn.join(' ')
    entries.push({
      ...base,
      slug: `made-up-${i}`,
      canonical_name: `${drawn[3]} ${drawn[11]} ${i}`,
      repo_url: `https://github.com/made-up/server-${i}`,
      description,
      aliases: [],
      examples: [],
      tools: [],
    })
  }
  return entries
}

const asLine = ({ slug, canonical_name, repo_url, description, tools }: SkillFacts) => ({
  id: slug,
  name: canonical_name,
  repo_url: repo_url ?? `https://github.com/made-up/${slug}`,
  description,
  tools,
  n_sources: 1,
})

/** Writes the same entries to a file of JSON lines that can be imported. */
export function writeMadeUp(folder: string, size: number): string {
  const file = join(folder, 'made-up.jsonl')
  const lines = madeUp(size).map((facts) => JSON.stringify(asLine(facts)))
  writeFileSync(file, lines.join('\n'))
  return file
}
