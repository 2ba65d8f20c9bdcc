import type { SkillFacts } from '../src/catalog/schema.ts'
import type { Asked } from './router.ts'

export type Answerer = (task: string) => Asked

const toolAnswer = (slugs: readonly string[]): Asked => ({
  approach: 'mcp_server',
  recommended_skill: slugs[0] ?? null,
  alternatives: slugs.slice(1, 5),
  tier: 'tool_agent',
  confidence: 0.5,
})

export function randomBaseline(skills: readonly SkillFacts[]): Answerer {
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return skills[state % skills.length]!.slug
  }
  return () => toolAnswer([next(), next(), next(), next(), next()])
}

/** Always the servers with the most stars. */
export function popularBaseline(skills: readonly SkillFacts[]): Answerer {
  const popular = skills.toSorted((a, b) => (b.github_stars ?? 0) - (a.github_stars ?? 0)).map(({ slug }) => slug)
  return () => toolAnswer(popular)
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Plain BM25 over everything written about a server. */
export function bm25Baseline(skills: readonly SkillFacts[]): Answerer {
  const documents = skills.map(({ canonical_name, aliases, description, tools, examples }) =>
    words([canonical_name, ...aliases, description, ...tools.flatMap((tool) => [tool.name, tool.description]), ...examples].join(' ')),
  )
  const mean = documents.reduce((sum, document) => sum + document.length, 0) / documents.length
  const postings = new Map<string, Map<number, number>>()
  documents.forEach((document, at) => {
    for (const word of document) {
      const counts = postings.get(word) ?? new Map<number, number>()
      counts.set(at, (counts.get(at) ?? 0) + 1)
      postings.set(word, counts)
    }
  })
  return (task) => {
    const scores = new Map<number, number>()
    for (const word of new Set(words(task))) {
      const counts = postings.get(word)
      if (!counts) continue
      const rarity = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5))
      for (const [at, count] of counts) {
        const worth = (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * documents[at]!.length) / mean))
        scores.set(at, (scores.get(at) ?? 0) + worth)
      }
    }
    return toolAnswer([...scores].sort((a, b) => b[1] - a[1]).map(([at]) => skills[at]!.slug))
  }
}
