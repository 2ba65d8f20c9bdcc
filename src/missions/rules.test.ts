import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { comparedAt } from './outcomes.ts'
import { claimLastsMs, listed, missions, releasedBefore } from './rules.ts'
import { events } from './schema.ts'

const known = new Set(
  globSync('data/skills.*.json').flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).map((skill: { slug: string }) => skill.slug)),
)

test('at least twenty missions, some for every event, with the multipliers and capacities of the plan', () => {
  expect(missions.length).toBeGreaterThanOrEqual(20)
  expect(new Set(missions.map(({ id }) => id)).size).toBe(missions.length)
  expect(events.filter((event) => !missions.some((mission) => mission.event === event))).toEqual([])
  expect([...new Set(missions.map(({ reward_multiplier }) => reward_multiplier))].sort()).toEqual([2.5, 4])
  const capacities = missions.map(({ max_claims }) => max_claims)
  expect([Math.min(...capacities), Math.max(...capacities)]).toEqual([5, 100])
})

test('every event compares its tools at a capability of the catalog', () => {
  const { capabilities } = JSON.parse(readFileSync('data/taxonomy.json', 'utf8'))
  expect(Object.values(comparedAt).filter((capability) => !(capability in capabilities))).toEqual([])
})

test('every candidate is a tool server of the catalog', () => {
  expect(missions.flatMap(({ candidates }) => candidates).filter((slug) => !known.has(slug))).toEqual([])
})

const nobody = { taken: new Map(), held: new Map(), isKnown: () => true }

test('what the agent has begun comes first, what it has completed last, and both say so', () => {
  const [begun, done] = missions
  const claims = { begun: { claim_id: 'one', status: 'claimed' }, done: { claim_id: 'two', status: 'completed' } } as const
  const held = new Map<string, { claim_id: string; status: 'claimed' | 'completed' }>([
    [begun!.id, claims.begun],
    [done!.id, claims.done],
  ])
  const order = listed({ ...nobody, held }, undefined)
  expect(order[0]).toMatchObject({ id: begun!.id, your_claim: claims.begun })
  expect(order.at(-1)).toMatchObject({ id: done!.id, your_claim: claims.done })
  expect(order.filter(({ your_claim }) => your_claim)).toHaveLength(2)
})

test('a mission without two candidates in the catalog is not listed', () => {
  const [one, two] = missions[0]!.candidates
  expect(listed({ ...nobody, isKnown: (slug) => slug === one }, undefined)).toEqual([])
  const isKnown = (slug: string) => slug === one || slug === two
  expect(listed({ ...nobody, isKnown }, undefined).map(({ id }) => id)).toContain(missions[0]!.id)
})

test('missions with places left come first, then the better paid', () => {
  const full = missions.find(({ reward_multiplier }) => reward_multiplier === 4)!
  const order = listed({ ...nobody, taken: new Map([[full.id, full.max_claims]]) }, undefined)
  expect(order.at(-1)?.id).toBe(full.id)
  const multipliers = order.slice(0, -1).map(({ reward_multiplier }) => reward_multiplier)
  expect(multipliers).toEqual([...multipliers].sort((a, b) => b - a))
})

test('of an event its missions alone are listed', () => {
  const ofEvent = missions.filter(({ event }) => event === 'crm-enrichment').map(({ id }) => id)
  expect(ofEvent).not.toEqual([])
  expect(
    listed(nobody, 'crm-enrichment')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ofEvent.sort())
})

test('a claim runs out after exactly seven days', () => {
  const claimed = new Date('2026-01-01T00:00:00.000Z')
  const held = (ms: number) => claimed.toISOString() > releasedBefore(new Date(claimed.getTime() + ms))
  expect(held(claimLastsMs - 1)).toBe(true)
  expect(held(claimLastsMs)).toBe(false)
  expect(claimLastsMs).toBe(604_800_000)
})
