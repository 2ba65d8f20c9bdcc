import { expect, test } from 'vitest'
import { readSeed } from '../adapters/seed.ts'
import { createListing } from './listing.ts'
import { seedEntry } from './rules.ts'
import type { SkillScores } from './schema.ts'

function listingOf() {
  const visible = new Map(
    readSeed()
      .skills.slice(0, 20)
      .map((facts) => [facts.slug, seedEntry(facts)]),
  )
  const changes: { slug: string; overall_score: number }[] = []
  const asked: string[] = []
  const clock = { moment: 0 }
  const listing = createListing(visible, () => 0)
  listing.useScores({
    version: () => changes.length,
    changedSince: (version) => new Set(changes.slice(version).map(({ slug }) => slug)),
    moment: () => clock.moment,
    reportedOn: () => changes.map(({ slug }) => slug),
    scoresOf({ slug }, prior): SkillScores {
      asked.push(slug)
      const overall_score = changes.findLast((change) => change.slug === slug)?.overall_score
      return overall_score === undefined ? prior : { ...prior, overall_score: overall_score - clock.moment }
    },
  })
  const slugs = () => listing.list({}).map(({ entry }) => entry.slug)
  return { changes, asked, clock, slugs }
}

test('a report moves its own tool in the list, and no other one is scored again', () => {
  const { changes, asked, slugs } = listingOf()
  const before = slugs()
  const last = before.at(-1) ?? ''
  asked.length = 0
  changes.push({ slug: last, overall_score: 9.9 })
  expect(slugs()).toEqual([last, ...before.slice(0, -1)])
  expect(asked).toEqual([last])
})

test('what was reported on is scored again as the reports age, and nothing else', () => {
  const { changes, asked, clock, slugs } = listingOf()
  const before = slugs()
  const last = before.at(-1) ?? ''
  changes.push({ slug: last, overall_score: 9.9 })
  expect(slugs()[0]).toBe(last)
  asked.length = 0
  clock.moment = 9
  expect(slugs()).toEqual(before)
  expect(asked).toEqual([last])
})
