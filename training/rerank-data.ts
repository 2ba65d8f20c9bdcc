// Makes lists of candidates to learn their order from: tasks that we wrote, alone, within a story, or several in one text,
// asked of catalogs of many shapes. The shipped catalog gives the examples that the token table has not seen.

import { join } from 'node:path'
import { seeded } from '../eval/chance.ts'
import { readJsonl } from '../eval/lines.ts'
import { readSeed } from '../src/adapters/seed.ts'
import { loadWeights } from '../src/adapters/weights.ts'
import type { SkillFacts } from '../src/catalog/schema.ts'
import type { IndexEntry } from '../src/retrieval/entries.ts'
import { createIndex } from '../src/retrieval/search-index.ts'
import { closers, joins, openers } from './asides.ts'
import { frames, payloads } from './frames.ts'
import { learnerOf, writtenTasks } from './server-tasks.ts'
import { isHeldExample } from './understand-data.ts'
import { createRewording } from './wordnet.ts'

/** One wished entry of one task: the columns of its candidates, and which of them are right. */
export type List = { source: string; key: string; rows: number[][]; right: boolean[] }

type Wish = { key: string; text: string }
type Server = { id: string; name: string; description: string; tools: { name: string; description: string }[] }
/** A catalog of some shape, what may be wished of it, and which entries fulfil a wish. */
export type AskedCatalog = {
  source: string
  entries: IndexEntry[]
  wishes: Wish[]
  rightFor: (key: string) => ReadonlySet<string>
  count: number
}
type Task = { kind: string; text: string; keys: string[] }

let random = seeded(0)
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
const some = <T>(list: readonly T[], count: number) =>
  list
    .map((value) => ({ value, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ value }) => value)
const lowerFirst = (text: string) => (/^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text)
const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

function inStory(text: string): string {
  const opened = random() < 0.7 ? `${pick(openers)} ${text}` : text
  return random() < 0.5 ? `${opened} ${pick(closers)}` : opened
}

function joined(texts: readonly string[]): string {
  return texts.reduce((sum, text) => {
    const next = ended(lowerFirst(text))
    if (sum === '') return ended(text)
    return random() < 0.3 ? `${sum.replace(/[.!?…]$/, '')}${pick([' and ', ', then ', ', and '])}${next}` : `${sum}${pick(joins)}${next}`
  }, '')
}

/** The tasks of one catalog: each wish alone, with another of the same entry in a story, and together with those of other entries. */
export function tasksOf({ wishes, count }: AskedCatalog): Task[] {
  const byKey = Map.groupBy(wishes, ({ key }) => key)
  const alone = some(wishes, count).map(({ key, text }) => ({ kind: '', text, keys: [key] }))
  const told = Array.from({ length: count / 2 }, () => {
    const wish = pick(wishes)
    const other = pick(byKey.get(wish.key)!)
    return { kind: ' in a story', text: inStory(other === wish ? ended(wish.text) : joined([wish.text, other.text])), keys: [wish.key] }
  })
  const together = Array.from({ length: count / 2 }, () => {
    const chosen = some(wishes, random() < 0.75 ? 2 : 3)
    return { kind: ' together', text: joined(chosen.map(({ text }) => text)), keys: chosen.map(({ key }) => key) }
  })
  return [...alone, ...told, ...together.filter(({ keys }) => new Set(keys).size === keys.length)]
}

function listsOf(table: ReturnType<typeof loadWeights>, catalog: AskedCatalog): List[] {
  const index = createIndex(table, catalog.entries)
  return tasksOf(catalog).flatMap(({ kind, text, keys }) => {
    const found = index.candidatesFor(text)
    const wanted = keys.map(catalog.rightFor)
    return keys.flatMap((key, at) => {
      const kept = found.filter(({ id }) => wanted[at]!.has(id) || !wanted.some((others) => others.has(id)))
      const right = kept.map(({ id }) => wanted[at]!.has(id))
      return right.includes(true) ? [{ source: catalog.source + kind, key, rows: kept.map(({ columns }) => columns), right }] : []
    })
  })
}

const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/\b(?:mcp|server|integration|for|the|model context protocol|api)\b/g, ' ')
    .replace(/[^a-z0-9]+/g, '')

// The files are in the form that prepare.ts reads as well.
function readServers(facts: string): Server[] {
  const tools = new Map(
    readJsonl<{ id: string; tools: { name?: string; description?: string }[] }>(join(facts, 'mcp-server-tools.jsonl')).map((row) => [
      row.id,
      row.tools
        .filter(({ name }) => name && name !== 'Optional Settings')
        .map(({ name = '', description = '' }) => ({ name, description: description.replace(/^Deploy Server[\s\S]*?Playground\s*/, '') })),
    ]),
  )
  return readJsonl<Server & { permissive_source?: boolean }>(join(facts, 'mcp-servers.jsonl'))
    .filter(({ permissive_source, description }) => permissive_source === true && (description ?? '').length > 10)
    .map(({ id, name, description }) => ({ id, name, description, tools: tools.get(id) ?? [] }))
}

type Learner = 'order' | 'confidence'

/** Only tasks that nothing before this learner has seen: on others the scores say more than they ever will in service. */
const writtenWishes = (learner: Learner): Wish[] =>
  writtenTasks()
    .filter(({ server }) => learnerOf(server) === learner)
    .map(({ server, task }) => ({ key: server, text: task }))

type Shape = 'heads' | 'tools' | 'both'
const shaped = ({ id, name, description, tools }: Server, shape: Shape): IndexEntry => ({
  id,
  name,
  description: shape === 'tools' && tools.length > 0 ? '' : description,
  tools: shape === 'heads' ? [] : tools,
})

function sameNamed(servers: readonly Server[]): (key: string) => ReadonlySet<string> {
  const byName = Map.groupBy(servers, ({ name }) => plainName(name))
  const byId = new Map(servers.map((server) => [server.id, server]))
  return (key) => new Set([key, ...(byName.get(plainName(byId.get(key)?.name ?? '')) ?? []).map(({ id }) => id)])
}

/** Every tool as an entry of its own; any tool of the wished server is right. */
const singleTools = (servers: readonly Server[]) =>
  servers.flatMap(({ id, tools }) =>
    tools
      .filter(({ description }) => description.length > 12)
      .map(({ name, description }) => ({ id: `${id}/${name}`, name, description: description.split('Args:')[0]!.slice(0, 220) })),
  )

function ofWritten(servers: readonly Server[], learner: Learner): AskedCatalog[] {
  const byId = new Map(servers.map((server) => [server.id, server]))
  const wishes = writtenWishes(learner).filter(({ key }) => byId.has(key))
  const wished = [...new Set(wishes.map(({ key }) => byId.get(key)!))]
  const withTools = servers.filter(({ tools }) => tools.length > 0)
  /** A catalog of some of the wished servers, with others around them. */
  const catalogOf = (source: string, shape: Shape, asked: readonly Server[], others: readonly Server[], count: number): AskedCatalog => {
    const chosen = [...new Set([...asked, ...others])]
    const keys = new Set(asked.map(({ id }) => id))
    const entries = chosen.map((server) => shaped(server, shape))
    return { source, entries, wishes: wishes.filter(({ key }) => keys.has(key)), rightFor: sameNamed(chosen), count }
  }
  const wishedWithTools = wished.filter(({ tools }) => tools.length > 0)
  const few = Array.from({ length: 8 }, () => catalogOf('written few', 'both', some(wishedWithTools, 60), [], 80))
  const entries = [...new Map([...singleTools(wished), ...some(singleTools(withTools), 2500)].map((tool) => [tool.id, tool])).values()]
  const toolsOf = Map.groupBy(entries, ({ id }) => id.split('/')[0]!)
  const rightFor = (key: string) => new Set((toolsOf.get(key) ?? []).map(({ id }) => id))
  return [
    ...few,
    catalogOf('written heads', 'heads', wished, some(servers, 800), 600),
    catalogOf('written both', 'both', wished, some(withTools, 300), 600),
    catalogOf('written mixed', 'both', wished, some(servers, 3000), 900),
    catalogOf('written tools', 'tools', wished, some(withTools, 800), 600),
    { source: 'written single', entries, wishes, rightFor, count: 600 },
  ]
}

/** Wishes made out of what tools say of themselves, with words left out and replaced so that copying alone does not find them. */
function ofToolTexts(servers: readonly Server[], wordnet: string): AskedCatalog[] {
  const reword = createRewording(wordnet, random)
  const firstSentence = (text: string) =>
    lowerFirst(
      text
        .split(/(?<=[.!?])\s|\n/)[0]!
        .replace(/[.…]+$/, '')
        .slice(0, 160),
    )
  const wish = (description: string) => {
    const words = reword(firstSentence(description))
    return random() < 0.5 ? words : pick(frames).replace('{}', random() < 0.6 ? `${words} ${pick(payloads)}` : words)
  }
  const telling = (tools: Server['tools']) =>
    tools.filter(({ description }) => description.length > 25 && /^\p{ASCII}*$/u.test(description))
  const withTools = servers.filter(({ tools }) => telling(tools).length > 0)
  const catalogs = (['both', 'tools'] as const).map((shape) => {
    const chosen = some(withTools, 1200)
    const wishes = chosen.flatMap(({ id, tools }) =>
      some(telling(tools), 2).map(({ description }) => ({ key: id, text: wish(description) })),
    )
    const entries = chosen.map((server) => shaped(server, shape))
    return { source: `told ${shape}`, entries, wishes, rightFor: sameNamed(chosen), count: 400 }
  })
  const entries = [...new Map(some(singleTools(withTools), 3600).map((tool) => [tool.id, tool])).values()]
  const alike = Map.groupBy(entries, ({ name, description }) => plainName(name) + firstSentence(description))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const rightFor = (key: string) => {
    const { name, description } = byId.get(key)!
    return new Set(alike.get(plainName(name) + firstSentence(description))!.map(({ id }) => id))
  }
  const wishes = some(entries, 1500).map(({ id, description }) => ({ key: id, text: wish(description) }))
  return [...catalogs, { source: 'told single', entries, wishes, rightFor, count: 450 }]
}

function ofShipped(): AskedCatalog[] {
  const { skills } = readSeed()
  const namesOf = ({ canonical_name, aliases }: SkillFacts) => new Set([canonical_name, ...aliases].map((name) => name.toLowerCase()))
  const names = new Map(skills.map((facts) => [facts.slug, namesOf(facts)]))
  const rights = new Map(
    skills.map(({ slug }) => [
      slug,
      new Set(skills.filter((other) => [...names.get(slug)!].some((name) => names.get(other.slug)!.has(name))).map((other) => other.slug)),
    ]),
  )
  const wishes = skills.flatMap(({ slug, examples }) => examples.filter((_, at) => isHeldExample(at)).map((text) => ({ key: slug, text })))
  const rightFor = (key: string) => rights.get(key)!
  const bare = (['heads', 'both', 'tools'] as const).map((shape) => {
    const entries = skills.map(({ slug, canonical_name, description, tools }) =>
      shaped({ id: slug, name: canonical_name, description, tools }, shape),
    )
    return { source: `shipped ${shape}`, entries, wishes, rightFor, count: 600 }
  })
  const entries = skills.map(({ slug, canonical_name, aliases, capabilities, description, tools, examples }) => {
    return { id: slug, name: canonical_name, aliases, capabilities, description, tools, examples: examples.filter((_, at) => at % 5 !== 4) }
  })
  return [...bare, { source: 'shipped whole', entries, wishes, rightFor, count: 878 }]
}

export function gatherCatalogs(facts: string, wordnet: string, learner: Learner): AskedCatalog[] {
  random = seeded(learner === 'order' ? 4242 : 77)
  const servers = readServers(facts)
  return [...ofWritten(servers, learner), ...ofToolTexts(servers, wordnet), ...ofShipped()]
}

export function gatherLists(facts: string, wordnet: string): List[] {
  const table = loadWeights()
  return gatherCatalogs(facts, wordnet, 'order').flatMap((catalog) => listsOf(table, catalog))
}
