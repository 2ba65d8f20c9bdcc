// Gathers the training texts and pairs, builds the vocabulary, and writes everything as token ids, so that
// training and serving can never tokenise differently. Usage is in training/README.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { seeded } from '../eval/chance.ts'
import { readJsonl } from '../eval/lines.ts'
import { createVocabulary, tokenIds } from '../src/retrieval/vocabulary.ts'
import { splitWords, stopWords, withoutPraise } from '../src/retrieval/words.ts'
import { frames, payloads } from './frames.ts'
import { learnerOf, writtenTasks } from './server-tasks.ts'

const { values: args } = parseArgs({
  options: {
    facts: { type: 'string' },
    metatool: { type: 'string' },
    taskbench: { type: 'string' },
    skills: { type: 'string' },
    wordnet: { type: 'string' },
    tokenizer: { type: 'string' },
    out: { type: 'string' },
  },
})

type Row = Record<string, unknown>
const mostTechnicalWords = 6000
const mostPhrases = 2500
const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '')
const rows = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is Row => typeof item === 'object' && item !== null) : []

const texts: string[] = []
const indexOfText = new Map<string, number>()
/** Texts made with our frames: their frame words must not become phrases. */
const framed = new Set<number>()
const pairs: number[][] = []
const sources = [
  'metatool',
  'written',
  'written-tool',
  'tool-to-server',
  'toolname-to-tool',
  'name-to-server',
  'framed-tool',
  'framed-server',
  'skills',
  'alike',
  'wordnet',
  'halves',
] as const

function add(value: string): number {
  const short = value.slice(0, 400)
  const known = indexOfText.get(short)
  if (known !== undefined) return known
  indexOfText.set(short, texts.length)
  texts.push(short)
  return texts.length - 1
}

/** Notes that the query asks for the document; pairs of one group are never each other's wrong answers. */
function pair(query: string, document: string, source: (typeof sources)[number], group = ''): void {
  if (query.length < 3 || document.length < 8 || query === document) return
  const queryIndex = add(query)
  const documentIndex = add(document)
  if (source.startsWith('framed')) framed.add(queryIndex)
  pairs.push([queryIndex, documentIndex, sources.indexOf(source), add(group || document)])
}

const random = seeded(12345)
const pick = <T>(items: T[]): T => items[Math.floor(random() * items.length)]!

const lowerFirst = (value: string) => (/^[A-Z][a-z]/.test(value) ? value[0]!.toLowerCase() + value.slice(1) : value)
const firstSentence = (value: string) => value.split(/(?<=[.!?])\s|\n/)[0]!.replace(/[.…]+$/, '')

/** A wish put the way people ask, with details of their own that say nothing about the tool. */
const asked = (wish: string) => pick(frames).replace('{}', pick([wish, `${wish} ${pick(payloads)}`]))

const boilerplate =
  /^(?:an? )?(?:\w+ )?(?:mcp|model context protocol)[\w ()]*? (?:server|implementation)\s+(?:that|for|to|which|providing|provides|enabling|enables)?\s*/i

type Server = { name: string; description: string; tools: { name: string; description: string }[] }
const headOf = ({ name, description }: Server) => `${name}. ${withoutPraise(description)}`

function addServer(server: Server): void {
  const { name, description, tools } = server
  const head = headOf(server)
  add(head)
  if (description.length > 20) pair(name, withoutPraise(description), 'name-to-server')
  const purpose = lowerFirst(firstSentence(description).replace(boilerplate, ''))
  if (purpose.length > 25) pair(asked(purpose), head, 'framed-server')
  const sentences = description.split(/(?<=[.!?])\s+/)
  if (sentences.length > 1) pair(sentences[0]!, `${name}. ${sentences.slice(1).join(' ')}`, 'halves')
  for (const tool of tools) {
    if (tool.description.length < 12) continue
    pair(tool.name, tool.description, 'toolname-to-tool')
    if (description.length > 20) pair(`${tool.name}: ${tool.description}`, head, 'tool-to-server')
    const wish = lowerFirst(firstSentence(tool.description))
    pair(asked(wish), `${tool.name}: ${tool.description}`, 'framed-tool')
    if (description.length > 20) pair(asked(wish), head, 'framed-server')
  }
}

const toolList = (value: unknown) => rows(value).map((tool) => ({ name: text(tool.name), description: text(tool.description) }))

function gatherFacts(folder: string): void {
  const allowed = new Set<string>()
  const servers = readJsonl<Row>(join(folder, 'mcp-servers.jsonl'))
  for (const server of servers) if (server.permissive_source === true) allowed.add(String(server.id))
  const withTools = new Map(readJsonl<Row>(join(folder, 'mcp-server-tools.jsonl')).map((row) => [String(row.id), toolList(row.tools)]))
  const known = new Map<string, Server>()
  for (const { id, name, description } of servers) {
    if (!allowed.has(String(id))) continue
    const server = { name: text(name), description: text(description), tools: withTools.get(String(id)) ?? [] }
    known.set(String(id), server)
    addServer(server)
  }
  addWritten(known)
}

/** Tasks that we wrote for servers of the facts. */
function addWritten(servers: ReadonlyMap<string, Server>): void {
  const last = new Map<string, string>()
  for (const { server: id, tool: toolName, task } of writtenTasks()) {
    const server = servers.get(id)
    if (!server || learnerOf(id) !== 'table') continue
    const head = headOf(server)
    pair(task, head, 'written', head)
    const tool = server.tools.find(({ name }) => name === toolName)
    if (tool && tool.description.length >= 12) pair(task, `${tool.name}: ${tool.description}`, 'written-tool', head)
    pair(task, last.get(id) ?? '', 'alike', head)
    last.set(id, task)
  }
}

function gatherMetatool(folder: string): void {
  const tools = new Map(
    readJsonl<Row>(join(folder, 'catalog.jsonl')).map((tool) => [String(tool.id), `${text(tool.name)}. ${text(tool.description)}`]),
  )
  const last = new Map<string, string>()
  for (const query of readJsonl<Row>(join(folder, 'queries.jsonl'))) {
    if (query.split !== 'train' || !Array.isArray(query.gold)) continue
    for (const gold of query.gold.map(String)) {
      const asks = text(query.query)
      pair(asks, tools.get(gold) ?? '', 'metatool')
      pair(asks, last.get(gold) ?? '', 'alike', tools.get(gold) ?? '')
      last.set(gold, asks)
    }
  }
}

function gatherTaskbench(folder: string): void {
  for (const query of readJsonl<Row>(join(folder, 'queries.jsonl'))) if (query.split !== 'test') add(text(query.query))
}

function gatherSkills(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => /^skills.*\.json$/.test(name))) {
    for (const skill of rows(JSON.parse(readFileSync(join(folder, file), 'utf8')))) addSkill(skill)
  }
}

/** Every fifth example is kept out, to choose constants and to fit the confidence on. */
function addSkill(skill: Row): void {
  const name = text(skill.canonical_name)
  const strings = (value: unknown) => (Array.isArray(value) ? value.map(text).filter(Boolean) : [])
  const head = `${name}. ${strings(skill.capabilities).join(', ')}. ${text(skill.description)}`
  addServer({ name, description: text(skill.description), tools: toolList(skill.tools) })
  const examples = strings(skill.examples).filter((_, at) => at % 5 !== 4)
  examples.forEach((example, at) => {
    pair(example, head, 'skills', head)
    pair(example, `${name}. ${text(skill.description)}`, 'skills', head)
    pair(example, examples[(at + 1) % examples.length]!, 'alike', head)
  })
  pair(text(skill.choose_when), head, 'skills', head)
}

function gatherWordnet(folder: string): void {
  for (const kind of ['noun', 'verb', 'adj', 'adv']) {
    for (const line of readFileSync(join(folder, `data.${kind}`), 'utf8').split('\n')) {
      const [facts, gloss] = line.split(' | ')
      if (!gloss || line.startsWith('  ')) continue
      const lemmas = facts!
        .split(' ')
        .slice(4)
        .filter((word) => /^[A-Za-z][A-Za-z_'-]+$/.test(word) && word.length > 2)
      const meaning = gloss.split('; "')[0]!.trim()
      if (lemmas.length > 0)
        pair(
          lemmas
            .slice(0, 4)
            .map((word) => word.replaceAll('_', ' '))
            .join(', '),
          meaning,
          'wordnet',
        )
    }
  }
}

function buildVocabulary(tokenizerPath: string): string[] {
  const parsed = JSON.parse(readFileSync(tokenizerPath, 'utf8')) as { model: { vocab: Record<string, number> } }
  const pieces = Object.entries(parsed.model.vocab)
    .sort((a, b) => a[1] - b[1])
    .map(([piece]) => piece)
    .filter((piece) => /^(?:##)?[a-z0-9]+$/.test(piece))
  const known = new Set(pieces)
  const counts = new Map<string, number>()
  const bigrams = new Map<string, number>()
  for (const [index, value] of texts.entries()) {
    const split = splitWords(value)
    for (const word of new Set(split.flatMap(({ joined, parts }) => [joined, ...parts]))) counts.set(word, (counts.get(word) ?? 0) + 1)
    if (framed.has(index)) continue
    split.forEach(({ joined: word }, at) => {
      const next = split[at + 1]?.joined
      if (!next || stopWords.has(word) || stopWords.has(next) || !/^[a-z]{3,}$/.test(word) || !/^[a-z]{3,}$/.test(next)) return
      bigrams.set(`${word} ${next}`, (bigrams.get(`${word} ${next}`) ?? 0) + 1)
    })
  }
  const frequent = [...counts].filter(([word, count]) => count >= 3 && !known.has(word) && /^[a-z][a-z0-9]{2,23}$/.test(word))
  const technical = frequent
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostTechnicalWords)
    .map(([word]) => word)
  const scored = [...bigrams]
    .filter(([, count]) => count >= 15)
    .map(([phrase, count]): [string, number] => {
      const [first, second] = phrase.split(' ')
      return [phrase, count * Math.log((count * texts.length) / (counts.get(first!)! * counts.get(second!)!))]
    })
  const phrases = scored
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostPhrases)
    .map(([phrase]) => phrase)
  const frequency = (token: string) => counts.get(token) ?? 0
  return [...pieces, ...technical, ...phrases].sort((a, b) => frequency(b) - frequency(a))
}

function writeOut(folder: string, tokens: string[]): void {
  mkdirSync(folder, { recursive: true })
  const vocabulary = createVocabulary(tokens)
  const flat: number[] = []
  const starts = new Uint32Array(texts.length + 1)
  texts.forEach((value, at) => {
    flat.push(...tokenIds(vocabulary, value).slice(0, 96))
    starts[at + 1] = flat.length
  })
  writeFileSync(join(folder, 'vocabulary.txt'), tokens.join('\n'))
  writeFileSync(join(folder, 'texts.jsonl.gz'), gzipSync(texts.map((value) => JSON.stringify(value)).join('\n')))
  writeFileSync(join(folder, 'starts.u32'), starts)
  writeFileSync(join(folder, 'tokens.u16.gz'), gzipSync(Buffer.from(Uint16Array.from(flat).buffer)))
  writeFileSync(join(folder, 'pairs.u32.gz'), gzipSync(Buffer.from(Uint32Array.from(pairs.flat()).buffer)))
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources))
}

if (args.skills && existsSync(args.skills)) gatherSkills(args.skills)
if (args.facts) gatherFacts(args.facts)
if (args.metatool) gatherMetatool(args.metatool)
if (args.taskbench) gatherTaskbench(args.taskbench)
if (args.wordnet) gatherWordnet(args.wordnet)
const tokens = buildVocabulary(args.tokenizer!)
writeOut(args.out!, tokens)
const bySource = sources.map((source, at) => `${source} ${pairs.filter((item) => item[2] === at).length}`)
console.log(`${texts.length} texts, ${tokens.length} tokens; pairs: ${bySource.join(', ')}`)
