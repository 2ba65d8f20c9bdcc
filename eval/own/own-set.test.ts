import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSeed } from '../../src/adapters/seed.ts'
import { tierNames } from '../../src/catalog/models.ts'
import { once } from '../../src/once.ts'
import { type Conversation, textOf } from '../../training/conversations.ts'
import { readJsonl } from '../lines.ts'
import { isHard, labelledTasks } from '../own-run.ts'
import { tierTasks } from '../tiers.ts'

const dataFolder = join(import.meta.dirname, '../../data')
const trainingFolder = join(import.meta.dirname, '../../training')

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const own = labelledTasks()
const outsiders = join(import.meta.dirname, '../outsiders')
const sets = [
  { set: 'our own set', tasks: own },
  ...readdirSync(outsiders).map((file) => ({ set: file, tasks: labelledTasks(join(outsiders, file)) })),
]
const { skills } = readSeed()

/** What is trained on. A line of a .jsonl file has its text in `t`, or sentence by sentence; in a .tsv any cell may be one, with a marked name in double brackets. */
const trained = once(() => {
  const texts = [dataFolder, trainingFolder, join(trainingFolder, 'tasks'), join(trainingFolder, 'prompts')].flatMap((folder) =>
    readdirSync(folder).flatMap((file) => {
      if (file.endsWith('.jsonl'))
        return readJsonl<{ t: string } | Conversation>(join(folder, file)).map((line) => ('t' in line ? line.t : textOf(line)))
      if (file.endsWith('.tsv')) return readFileSync(join(folder, file), 'utf8').split(/[\t\n]/)
      return []
    }),
  )
  return new Set([...skills.flatMap(({ examples }) => examples), ...texts].map(plain))
})

it('has at least 620 tasks, 60 of them traps or gaps', () => {
  expect(own.length).toBeGreaterThanOrEqual(620)
  expect(own.filter(isHard).length).toBeGreaterThanOrEqual(60)
})

describe.each(sets)('$set', ({ tasks }) => {
  it('names each task once', () => {
    expect(new Set(tasks.map((task) => task.id)).size).toBe(tasks.length)
    expect(new Set(tasks.map((task) => plain(task.query))).size).toBe(tasks.length)
  })

  it('gives answers in the form its approach asks for', () => {
    for (const task of tasks) {
      expect(['direct_llm', 'mcp_server', 'multi_tool', 'unresolved']).toContain(task.expected_approach)
      expect(task.gold.length > 0, task.id).toBe(task.expected_approach === 'mcp_server')
      expect((task.steps?.length ?? 0) >= 2, task.id).toBe(task.expected_approach === 'multi_tool')
      for (const step of task.steps ?? []) expect(step.length, task.id).toBeGreaterThan(0)
    }
  })

  it('names only tools of the catalog', () => {
    const slugs = new Set(skills.map(({ slug }) => slug))
    const unknown = tasks.flatMap((task) => [...task.gold, ...(task.steps ?? []).flat()]).filter((slug) => !slugs.has(slug))
    expect(unknown).toEqual([])
  })

  it('shares no text with what is trained on', () => {
    expect(tasks.filter((task) => trained().has(plain(task.query))).map((task) => task.query)).toEqual([])
  })
})

describe('the prompts for each tier', () => {
  const prompts = tierTasks()

  it('name each prompt once', () => {
    expect(new Set(prompts.map(({ id }) => id)).size).toBe(prompts.length)
    expect(new Set(prompts.map(({ query }) => plain(query))).size).toBe(prompts.length)
  })

  it('name tiers that there are, the best one once', () => {
    for (const { id, tier, also_ok } of prompts) {
      expect(tierNames, id).toEqual(expect.arrayContaining([tier, ...also_ok]))
      expect(also_ok, id).not.toContain(tier)
    }
  })

  it('share no text with what is trained on', () => {
    expect(prompts.filter(({ query }) => trained().has(plain(query))).map(({ query }) => query)).toEqual([])
  })
})
