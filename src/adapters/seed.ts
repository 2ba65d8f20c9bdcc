import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { tidyLicense } from '../catalog/license.ts'
import { cleanUrl } from '../catalog/sanitize.ts'
import { type SkillFacts, skillFacts, type Taxonomy, taxonomySchema } from '../catalog/schema.ts'
import { once } from '../once.ts'

const shippedFolder = new URL('../../data/', import.meta.url)

type Seed = { skills: readonly SkillFacts[]; taxonomy: Taxonomy }

/** What ships with the service: data/skills.*.json and the taxonomy, read once per process. */
export const readSeed = once(() => readSeedFrom(shippedFolder))

function readSeedFrom(folder: URL): Seed {
  const files = readdirSync(folder).filter((file) => /^skills\..+\.json$/.test(file))
  const skills = files.sort().flatMap((file) => parse(file, z.array(skillFacts), folder))
  for (const facts of skills) {
    facts.license = tidyLicense(facts.license)
    facts.repo_url = facts.repo_url && cleanUrl(facts.repo_url)
  }
  return { skills, taxonomy: parse('taxonomy.json', taxonomySchema, folder) }
}

function parse<T>(file: string, schema: z.ZodType<T>, folder: URL): T {
  const parsed = schema.safeParse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  if (!parsed.success) throw new Error(`data/${file} is not in form: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
