import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import foreignWords from '../../data/foreign-words.json' with { type: 'json' }
import places from '../../data/places.json' with { type: 'json' }
import plainForeignWords from '../../data/plain-foreign-words.json' with { type: 'json' }
import renown from '../../data/renown.json' with { type: 'json' }
import suites from '../../data/suites.json' with { type: 'json' }
import { readSeed } from '../../src/adapters/seed.ts'
import { repositoryKey } from '../../src/catalog/identity.ts'
import { isAllowedInProfile, loadShippedModels, profileNames, providerNames, tierNames } from '../../src/catalog/models.ts'
import { skillId } from '../../src/catalog/rules.ts'

const { skills, taxonomy } = readSeed()
const { catalog, tierMaps } = loadShippedModels()
const duplicates = (values: string[]) => values.filter((value, i) => values.indexOf(value) !== i)

test('what is said of servers beside their entries is said of servers that ship', () => {
  const shipped = new Set(readSeed().skills.map(({ slug }) => slug))
  const spokenOf = [...Object.keys(renown), ...Object.keys(suites), ...Object.values(suites).flat()]
  expect(spokenOf.filter((slug) => !shipped.has(slug))).toEqual([])
})

describe('tool servers', () => {
  test('are at least 500, each slug, id and repository once', () => {
    expect(skills.length).toBeGreaterThanOrEqual(500)
    expect(duplicates(skills.map(({ slug }) => slug))).toEqual([])
    expect(duplicates(skills.map(({ slug }) => skillId(slug)))).toEqual([])
    expect(duplicates(skills.flatMap(({ repo_url }) => (repo_url ? [repositoryKey(repo_url)] : [])))).toEqual([])
  })

  test('share no alias with each other, nor with a slug or name of another', () => {
    const owner = new Map<string, string>()
    const collisions: string[] = []
    for (const { slug, aliases } of skills) {
      for (const alias of aliases.map((one) => one.toLowerCase())) {
        if (owner.has(alias)) collisions.push(`${alias}: ${owner.get(alias)} and ${slug}`)
        owner.set(alias, slug)
      }
    }
    for (const { slug } of skills)
      if (owner.has(slug) && owner.get(slug) !== slug) collisions.push(`${slug} is an alias of ${owner.get(slug)}`)
    expect(collisions).toEqual([])
  })

  test('have valid public repository addresses', () => {
    const wrong = skills.filter(({ repo_url }) => repo_url && !/^https:\/\/[a-z0-9.-]+\.[a-z]+\/[\w.@-]+(?:\/[\w.@-]+)*$/i.test(repo_url))
    expect(wrong.map(({ slug, repo_url }) => `${slug}: ${repo_url}`)).toEqual([])
  })

  test('are bound only to countries whose names a task can be read for', () => {
    const bound = skills.filter(({ countries }) => countries !== undefined)
    expect(bound.filter(({ countries }) => countries?.length === 0 || duplicates(countries ?? []).length > 0)).toEqual([])
    expect(bound.flatMap(({ countries = [] }) => countries.filter((code) => !(code in places.countries)))).toEqual([])
  })

  test('have complete texts', () => {
    const sentence = (text: string) => text.length >= 20 && /^["“]?[\p{L}\p{N}]/u.test(text) && /[.!?]$/.test(text)
    const lacking = skills.flatMap((skill) => [
      ...(['description', 'choose_when', 'avoid_when'] as const)
        .filter((field) => !sentence(skill[field]))
        .map((field) => `${skill.slug}: ${field}`),
      ...(skill.tools.length === 0 || skill.tools.some(({ name, description }) => !name || description.length < 3)
        ? [`${skill.slug}: tools`]
        : []),
      ...(['aliases', 'capabilities', 'verticals', 'workflows', 'examples', 'requires'] as const)
        .filter((field) => skill[field].length === 0)
        .map((field) => `${skill.slug}: ${field}`),
    ])
    expect(lacking).toEqual([])
  })

  test('tell themselves apart: no two share a description', () => {
    expect(duplicates(skills.map(({ description }) => description.toLowerCase()))).toEqual([])
  })

  test('stand in the taxonomy of 13 verticals and 21 workflows, and every slug of it is in use', () => {
    expect([taxonomy.verticals.length, taxonomy.workflows.length]).toEqual([13, 21])
    expect(new Set(skills.flatMap(({ verticals }) => verticals))).toEqual(new Set(taxonomy.verticals))
    expect(new Set(skills.flatMap(({ workflows }) => workflows))).toEqual(new Set(taxonomy.workflows))
    const capabilities = new Set(Object.keys(taxonomy.capabilities))
    expect(
      skills.flatMap((skill) => skill.capabilities.filter((one) => !capabilities.has(one)).map((one) => `${skill.slug}: ${one}`)),
    ).toEqual([])
    expect([...capabilities].filter((one) => !skills.some((skill) => skill.capabilities.includes(one)))).toEqual([])
  })
})

test('an area is made of countries that have names of their own, and a name stands once under each', () => {
  const codes = Object.values(places.areas).flatMap((area) => area.split(' '))
  expect([...new Set(codes)].filter((code) => !(code in places.countries))).toEqual([])
  expect(Object.values(places.countries).flatMap((names) => duplicates(names.split('|')))).toEqual([])
})

describe('models', () => {
  test('are 39 over 6 providers in 7 tiers', () => {
    expect(catalog.models).toHaveLength(39)
    expect(new Set(catalog.models.map(({ provider }) => provider))).toEqual(new Set(providerNames))
    expect(providerNames).toHaveLength(6)
    expect(tierNames).toHaveLength(7)
    expect(Object.keys(tierMaps.tiers).sort()).toEqual([...tierNames].sort())
  })

  test.each(profileNames.flatMap((profile) => tierNames.map((tier) => [profile, tier] as const)))(
    '%s %s has a primary and two fallbacks over two providers, and resolves with any one provider that has a fitting model',
    (profile, tier) => {
      const { primary, fallbacks } = tierMaps.profiles[profile].tiers[tier]
      const chain = [primary, ...fallbacks].map((slug) => catalog.models.find((model) => model.slug === slug)!)
      expect(fallbacks.length).toBeGreaterThanOrEqual(2)
      expect(new Set(chain.map(({ provider }) => provider)).size).toBeGreaterThanOrEqual(2)
      for (const provider of providerNames) {
        const fitting = catalog.models.filter(
          (model) => model.provider === provider && model.tiers.includes(tier) && isAllowedInProfile(model, profile),
        )
        expect(
          chain.some((model) => model.provider === provider),
          provider,
        ).toBe(fitting.length > 0)
      }
    },
  )
})

const factsFolder = process.env.FACTS_DIR ?? join(import.meta.dirname, '../../../shared/facts')
const factsFiles = existsSync(factsFolder) ? readdirSync(factsFolder).filter((file) => /^mcp-.*\.jsonl$/.test(file)) : []
const window = 8

function* runsOf(text: string): Generator<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (let at = 0; at + window <= words.length; at++) yield words.slice(at, at + window).join(' ')
}

test.skipIf(factsFiles.length === 0)('no text of ours shares eight words in a row with the facts files', async () => {
  const ours = new Map<string, string>()
  for (const { slug, description, choose_when, avoid_when, tools } of skills) {
    for (const text of [description, choose_when, avoid_when, ...tools.map((tool) => tool.description)])
      for (const run of runsOf(text)) ours.set(run, slug)
  }
  const shared = new Set<string>()
  for (const file of factsFiles) {
    for await (const line of createInterface({ input: createReadStream(join(factsFolder, file)) })) {
      const { description, tools } = JSON.parse(line) as { description?: string; tools?: { description?: string }[] }
      for (const text of [description, ...(tools ?? []).map((tool) => tool.description)]) {
        for (const run of runsOf(text ?? '')) if (ours.has(run)) shared.add(`${ours.get(run)}: ${run}`)
      }
    }
  }
  expect([...shared]).toEqual([])
})

test('a package is named as its registry names it, and comes from no one who packs up the servers of others', () => {
  const forms: Record<string, RegExp> = { npm: /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9._-]+$/i, pypi: /^[a-z0-9][a-z0-9._-]*$/i }
  const repackers = /^@toolsdk/
  const wrong = skills.flatMap(({ slug, packages }) =>
    packages
      .filter(({ registry, name }) => repackers.test(name) || forms[registry]?.test(name) === false)
      .map(({ name }) => `${slug}: ${name}`),
  )
  expect(wrong).toEqual([])
})

test('no package is listed that its registry does not have, that starts nothing or that its publisher gave up', () => {
  const gone = ['@makenotion/notion-mcp-server', '@stripe/agent-toolkit', '@paypal/agent-toolkit', '@sanity/mcp-server', 'google-cloud-mcp']
  const listed = skills.flatMap(({ packages }) => packages.filter(({ registry }) => registry === 'npm').map(({ name }) => name))
  expect(gone.filter((name) => listed.includes(name))).toEqual([])
})

describe('word lists of other languages', () => {
  const lists: [string, Record<string, Record<string, string>>][] = [
    ['foreign-words', foreignWords],
    ['plain-foreign-words', plainForeignWords],
  ]

  test.each(lists)('%s have forms that are long enough not to be hit by chance', (_, list) => {
    const forms = Object.entries(list).flatMap(([language, lines]) =>
      Object.values(lines).flatMap((said) => said.split('|').map((form) => [language, form] as const)),
    )
    const isIdeographic = (form: string) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(form)
    const tooShort = forms.filter(([, form]) => [...form.replace(/\*$/, '')].length < (isIdeographic(form) ? 1 : 2))
    expect(tooShort).toEqual([])
    expect(forms.filter(([, form]) => form !== form.trim() || form === '')).toEqual([])
  })

  test('are for languages that are told apart, and plain words for none that has no others', () => {
    expect(Object.keys(plainForeignWords).filter((language) => !(language in foreignWords))).toEqual([])
  })
})
