import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonl } from '../eval/lines.ts'
import { readSeed } from '../src/adapters/seed.ts'
import type { LexiconEntry } from '../src/routing/understand/types.ts'
import { type Conversation, readConversations, textOf } from './conversations.ts'
import type { Cuts } from './step-starts.ts'

/**
 * One labelled task: text, needs a tool, needs several, type, complexity, creative writing, whether only hands can do it, and of some
 * whether the web knows what is wanted, which kinds of tool would do it (capabilities of the taxonomy, or "none"), and where the further
 * steps begin.
 */
export type LabelledTask = Cuts & { t: string; n: 0 | 1; m: 0 | 1; y: string; c: string; w: 0 | 1; h?: 1; p?: 0 | 1; k?: string[] }

export const tasksFolder = join(import.meta.dirname, 'tasks')
const dataFolder = join(import.meta.dirname, '../data')

export type CatalogRow = LexiconEntry & { examples?: string[] }

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

type FiledTask = LabelledTask & { file: string }

function readFolder(folder: string): FiledTask[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => readJsonl<LabelledTask>(join(folder, file)).map((task) => ({ ...task, file })))
}

export const readWrittenTasks = () => readFolder(tasksFolder)

/** What language models are asked every day, and the like that needs a tool. */
export const readPrompts = () => readFolder(join(import.meta.dirname, 'prompts'))

export const taskOf = (told: Conversation): LabelledTask => ({
  t: textOf(told),
  n: told.need ? 1 : 0,
  m: told.several ? 1 : 0,
  y: told.type,
  c: told.complexity,
  w: told.creative ? 1 : 0,
  ...(told.hands ? { h: 1 } : {}),
  ...(told.cuts ? { cuts: told.cuts } : {}),
  ...(told.order ? { order: told.order } : {}),
})

/** The written tasks, and the wordy ones of which each sentence is labelled. */
export const readTasks = (): LabelledTask[] => [...readWrittenTasks(), ...readConversations().map(taskOf)]

/** Work for hands, and what sounds like it. */
export const readHandTasks = () => readJsonl<LabelledTask>(join(import.meta.dirname, 'by-hand-tasks.jsonl'))

export const readCatalog = (): CatalogRow[] => [...readSeed().skills]

/** Every kind of tool that the taxonomy knows, and none of them. */
export function readKinds(): string[] {
  const { capabilities } = readJson<{ capabilities: Record<string, string> }>(join(dataFolder, 'taxonomy.json'))
  return [...Object.keys(capabilities), 'none']
}

/** Of each entry's examples every fifth is kept from training, so that the confidence can be fitted on unseen ones. */
export const isHeldExample = (at: number) => at % 5 === 4
