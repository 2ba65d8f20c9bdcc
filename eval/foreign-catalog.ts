import { ownEntry } from '../src/catalog/admin/rules.ts'
import type { SkillFacts } from '../src/catalog/schema.ts'

/** One line of `catalog.jsonl`, in the form that the evaluation folder's own description gives. */
export type CatalogLine = { id: string; name: string; description?: string; tools?: { name: string; description: string }[] }

/** An entry of a foreign catalog in our form: what it does not say stays unknown. */
export function factsOf({ id, name, description = '', tools = [] }: CatalogLine, examples: string[] = []): SkillFacts {
  return ownEntry({ slug: id, canonical_name: name, description, tools, examples })
}
