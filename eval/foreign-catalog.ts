import type { SkillFacts } from '../src/catalog/schema.ts'

/** One line of `catalog.jsonl`, in the form that the evaluation folder's own description gives. */
export type CatalogLine = { id: string; name: string; description?: string; tools?: { name: string; description: string }[] }

/** An entry of a foreign catalog in our form: what it does not say stays unknown. */
export function factsOf({ id, name, description = '', tools = [] }: CatalogLine, examples: string[] = []): SkillFacts {
  return {
    slug: id,
    canonical_name: name,
    description,
    tools,
    examples,
    aliases: [],
    capabilities: [],
    choose_when: '',
    avoid_when: '',
    publisher: null,
    official: false,
    repo_url: null,
    license: null,
    languages: [],
    transports: [],
    packages: [],
    github_stars: null,
    stars_as_of: null,
    listed_by: 0,
    requires: [],
    pricing: 'unknown',
    cost_usd_per_run: null,
    verticals: [],
    workflows: [],
  }
}
